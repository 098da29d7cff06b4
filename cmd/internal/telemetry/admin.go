package telemetry

import (
	"fmt"
	"net"
	"net/http"
	"net/http/pprof"
	"net/netip"
)

// Admin returns the pages of the admin listener: the probes, /metrics, and
// profiles of the process.
func Admin(probes http.Handler, metrics *Metrics) http.Handler {
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
	return sameSite(mux)
}

// local answers this machine alone, whatever address is listened at: a profile
// takes time, and tells more of the program than others need to know.
func local(next http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		from, err := netip.ParseAddrPort(r.RemoteAddr)
		if err != nil || !from.Addr().Unmap().IsLoopback() || !addressed(r.Host) {
			http.Error(w, "profiles are for this machine alone: ask by 127.0.0.1 or localhost", http.StatusForbidden)
			return
		}
		next(w, r)
	})
}

// addressed reports whether a host is written as an address or localhost.  Any
// other name may have been pointed at this machine by the owner of a page that
// a browser on it shows (DNS rebinding).
func addressed(hostport string) bool {
	host, _, err := net.SplitHostPort(hostport)
	if err != nil {
		host = hostport
	}
	_, err = netip.ParseAddr(host)
	return err == nil || host == "localhost"
}

// sameSite refuses what a browser fetches for the page of another site.
func sameSite(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Cross-Origin-Resource-Policy", "same-origin")
		if site := r.Header.Get("Sec-Fetch-Site"); site == "cross-site" {
			http.Error(w, "pages of other sites may not ask this", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}
