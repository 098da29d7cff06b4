package telemetry

import (
	"fmt"
	"net"
	"net/http"
	"net/http/pprof"
	"net/netip"
	"slices"
	"strings"
)

// Admin returns the pages of the admin listener: the probes, /metrics, and
// profiles of the process.  It answers to IP addresses, localhost and the host names
// that are given.
func Admin(probes http.Handler, metrics *Metrics, hosts ...string) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /livez", probes)
	mux.Handle("GET /readyz", probes)
	mux.Handle("GET /metrics", metrics.Handler())
	// Without the arguments of the program, which may hold a password.
	mux.Handle("GET /debug/pprof/", local(pprof.Index))
	mux.Handle("GET /debug/pprof/cmdline", http.NotFoundHandler())
	mux.Handle("GET /debug/pprof/profile", local(pprof.Profile))
	mux.Handle("GET /debug/pprof/symbol", local(pprof.Symbol))
	mux.Handle("GET /debug/pprof/trace", local(pprof.Trace))
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = fmt.Fprint(w, "/livez\n/readyz\n/metrics\n/debug/pprof/\n") // The client may be gone.
	})
	return sameSite(hosts, mux)
}

// local answers this machine alone, whatever address is listened at: a profile
// takes time, and tells more of the program than others need to know.
func local(next http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		from, err := netip.ParseAddrPort(r.RemoteAddr)
		if err != nil || !from.Addr().Unmap().IsLoopback() || !isOwnHost(r.Host, nil) {
			http.Error(w, "profiles are only available on this machine: use 127.0.0.1 or localhost", http.StatusForbidden)
			return
		}
		next(w, r)
	})
}

// isOwnHost reports whether a host is written as an address, as localhost or by one of
// some names, or is missing.  Any other name may have been pointed at this machine by the
// owner of a page that a browser on it shows (DNS rebinding).
func isOwnHost(hostport string, names []string) bool {
	host, _, err := net.SplitHostPort(hostport)
	if err != nil {
		host = strings.Trim(hostport, "[]")
	}
	host = strings.TrimSuffix(host, ".")
	_, err = netip.ParseAddr(host)
	return err == nil || host == "" || strings.EqualFold(host, "localhost") ||
		slices.ContainsFunc(names, func(name string) bool {
			return strings.EqualFold(host, name)
		})
}

// sameSite refuses what a browser fetches for the page of another site, also of one whose
// name leads here.
func sameSite(hosts []string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Cross-Origin-Resource-Policy", "same-origin")
		if site := r.Header.Get("Sec-Fetch-Site"); site == "cross-site" {
			http.Error(w, "requests from pages of other sites are not allowed", http.StatusForbidden)
			return
		}
		if !isOwnHost(r.Host, hosts) {
			http.Error(w, "the host of the admin listener must be an IP address, localhost or a name in --admin-hosts",
				http.StatusMisdirectedRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}
