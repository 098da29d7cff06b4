// Package load sends requests over connections that are kept alive and looks at
// the responses.  It exists beside http.Client to take as little as it can of the
// processors that it shares with what it measures.  It knows HTTP and nothing
// of what the responses say.
package load
