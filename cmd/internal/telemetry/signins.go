package telemetry

import (
	"github.com/prometheus/client_golang/prometheus"

	"almanac/runtime/auth"
)

// SignIns registers the metrics of attempts to sign in with a password, which
// read returns at each scrape.  Call it once.
func (m *Metrics) SignIns(read func() auth.SignIns) {
	for result, count := range map[string]func(auth.SignIns) int64{
		"known":   func(s auth.SignIns) int64 { return s.Known },
		"right":   func(s auth.SignIns) int64 { return s.Right },
		"wrong":   func(s auth.SignIns) int64 { return s.Wrong },
		"limited": func(s auth.SignIns) int64 { return s.Limited },
		"busy":    func(s auth.SignIns) int64 { return s.Busy },
	} {
		m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name: "almanac_password_attempts_total", Help: "Attempts to sign in with a password.", ConstLabels: prometheus.Labels{"result": result},
		}, func() float64 { return float64(count(read())) }))
	}
	gauge := func(name, help string, value func(auth.SignIns) int) {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, func() float64 { return float64(value(read())) }))
	}
	gauge("almanac_password_seats_in_use", "Passwords that are being verified.", func(s auth.SignIns) int { return s.Hashing })
	gauge("almanac_password_queue_length", "Passwords that wait to be verified.", func(s auth.SignIns) int { return s.Waiting })
}
