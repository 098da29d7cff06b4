package clients_test

import (
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"
)

// passOn sends a request on to the service at an address.
func passOn(w http.ResponseWriter, r *http.Request, address string) {
	target, err := url.Parse(strings.TrimSuffix(address, "/"))
	check(err)
	(&httputil.ReverseProxy{Rewrite: func(p *httputil.ProxyRequest) { p.SetURL(target) }}).ServeHTTP(w, r)
}
