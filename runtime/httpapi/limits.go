package httpapi

import "almanac/runtime/admission"

// Limits returns the state of every limit that is in force, those of bodies in
// bytes.
func (a *API) Limits() []admission.LimitState {
	var list []admission.LimitState
	for _, l := range []*admission.Limiter{a.admission.Requests, a.Env.Expensive, a.Env.Cleaning} {
		if l != nil {
			list = append(list, l.State())
		}
	}
	if a.Env.Feeds != nil {
		list = append(list, a.Env.Feeds.State())
	}
	return append(list, a.bodies.States()...)
}
