package dates

import (
	"sync/atomic"

	"almanac/runtime/zoneinfo"
)

// inForce is the edition of the rules that zones are read by; nil is the embedded one.
var inForce atomic.Pointer[zoneinfo.Rules]

// UseRules makes zones follow an edition of the rules from now on. A program calls it
// before it reads the first zone: a Zone that was parsed before keeps its rules, and
// differs from the one that ParseZone returns afterwards.
func UseRules(r *zoneinfo.Rules) { inForce.Store(r) }

// Rules returns the edition of the rules in force.
func Rules() *zoneinfo.Rules {
	if r := inForce.Load(); r != nil {
		return r
	}
	return zoneinfo.Embedded()
}

// ZoneNames returns the names of the time zones of the rules in force, in alphabetical
// order.
func ZoneNames() []string { return Rules().Names() }
