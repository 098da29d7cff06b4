package httpapi

import (
	"errors"
	"fmt"
	"net/http"
	"path"
	goruntime "runtime"
	"strings"

	"almanac/runtime/request"
)

// recoverPanic turns a panic into a JSON 500, so that one bad request does not
// end the process.
func (a *API) recoverPanic(w *response, r *http.Request) {
	cause := recover()
	if cause == nil {
		return
	}
	if err, ok := cause.(error); ok && errors.Is(err, http.ErrAbortHandler) {
		panic(cause)
	}
	a.Env.Log.ErrorContext(r.Context(), "panic", "method", r.Method, "path", r.URL.Path, "cause", cause, "stack", frames())
	w.status = 0
	w.body.Reset()
	writeFault(w, internal().WithRequestID(request.ID(r.Context())))
}

// deepest is how many calls of a stack are logged.
const deepest = 32

// frames returns the calls that led to a panic, innermost first.  Unlike
// debug.Stack it tells neither the directories of the machine that built the
// program nor what the calls were given.
func frames() string {
	var list []string
	counters := make([]uintptr, deepest)
	stack := goruntime.CallersFrames(counters[:goruntime.Callers(4, counters)]) // Less this, its caller, and the panic.
	for {
		frame, more := stack.Next()
		list = append(list, fmt.Sprintf("%s %s:%d", path.Base(frame.Function), path.Base(frame.File), frame.Line))
		if !more {
			return strings.Join(list, " < ")
		}
	}
}
