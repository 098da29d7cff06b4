// Package ops is what an operator sees of a running server: its log, metrics,
// traces, and the pages of the admin listener.  It is told of requests and
// statements by the hooks of runtime and runtime/store, and knows no record and
// no flag.
package ops
