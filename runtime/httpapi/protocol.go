package httpapi

import (
	"bytes"
	"io"
	"net/http"
	"slices"
	"strings"

	"almanac/runtime/apierror"
	"almanac/runtime/param"
	"almanac/runtime/request"
)

// Protocol serves the messages of another protocol than that of the API, such as MCP, which clients
// POST to one address.  Their caller is in the State of the request, and the whole body is read.  Limits
// and rates are those of all requests.  What clients want of records is asked for by Ask, so that
// permissions, checks and the audit are those of the operations.
type Protocol struct {
	Serve   http.Handler
	Headers []string // That scripts of other origins may send beside those of the API.
}

// AddProtocol has a protocol served at a path below the namespace, such as "/mcp", which the index and the
// OpenAPI document do not have.
func (a *API) AddProtocol(path string, p Protocol) { a.protocols[path] = p }

// serveProtocol serves a message of a protocol.  It returns false for another path than of one.
func (a *API) serveProtocol(w http.ResponseWriter, r *http.Request, x *request.State) bool {
	path := strings.TrimPrefix(r.URL.EscapedPath(), a.Env.Deployment.APIPath())
	p, ok := a.protocols[path]
	if !ok {
		return false
	}
	x.Route = path
	const allow = "POST, OPTIONS"
	switch f := (origins{a.Env}).refusesScript(r); {
	case f != nil:
		writeError(w, f)
	case r.Method == http.MethodOptions:
		if w.Header().Get("Access-Control-Allow-Headers") != "" {
			w.Header().Set("Access-Control-Allow-Headers", allowedHeaders+", "+strings.Join(p.Headers, ", "))
		}
		w.Header().Set("Allow", allow)
		w.WriteHeader(http.StatusNoContent)
	case r.Method != http.MethodPost:
		writeError(w, wrongMethod(http.MethodPost, allow))
	default:
		if r, err := a.readMessage(r, x); err != nil {
			writeError(w, a.APIError(r, err))
		} else {
			p.Serve.ServeHTTP(w, r)
		}
	}
	return true
}

// readMessage reads the credentials, then the body.  Only a token says who sends it: programs cannot
// ask for passwords, and a browser adds no token by itself.
func (a *API) readMessage(r *http.Request, x *request.State) (*http.Request, error) {
	scheme, _, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if scheme != "" && !strings.EqualFold(scheme, "Bearer") {
		return r, bearerOnly(a.Env)
	}
	caller, err := a.Env.Authenticate(r)
	if err != nil {
		return r, err
	}
	x.Caller = caller
	x.BodyState.Admit(caller)
	body, err := param.ReadBody(r, a.Env.Limits)
	if err != nil {
		return r, err
	}
	next := r.WithContext(r.Context())
	next.Body = io.NopCloser(bytes.NewReader(body))
	return next, nil
}

// bearerOnly is the error for credentials that are no token.
func bearerOnly(env *request.Env) *apierror.Error {
	f := apierror.New(http.StatusUnauthorized, "rest_invalid_token", "Send a token here, as Authorization: Bearer.")
	f.Header = map[string]string{"WWW-Authenticate": `Bearer realm="` + env.Service.Name + `"`}
	return f
}

// refusesScript returns the error for a script of another site, nil for all others.  Even a token does not
// make up for the origin, as the protocol demands.
func (o origins) refusesScript(r *http.Request) *apierror.Error {
	origin := r.Header.Get("Origin")
	if origin == "" || slices.Contains(o.AllowedOrigins, origin) ||
		http.NewCrossOriginProtection().Check(r) == nil && o.home(origin) {
		return nil
	}
	return otherSite()
}
