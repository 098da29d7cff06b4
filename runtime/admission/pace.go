package admission

import "time"

// pace measures whether a body arrives fast enough.  It is a credit of time:
// waiting for the client spends it, each byte earns its part of a second.  The
// credit is never above the grace, so that a client which sent much at once
// may stand still no longer than any other.
type pace struct {
	rate   int64 // Bytes a second; 0 for no bound.
	grace  time.Duration
	credit time.Duration
}

// newPace returns a pace with all of its credit.
func newPace(rate int64, grace time.Duration) pace {
	return pace{rate: rate, grace: grace, credit: grace}
}

// spend notes that n bytes were waited for.
func (p *pace) spend(waited time.Duration, n int) {
	if p.rate > 0 {
		p.credit = min(p.grace, p.credit-waited+time.Duration(n)*time.Second/time.Duration(p.rate))
	}
}

// exhausted reports whether nothing is left of the credit.
func (p *pace) exhausted() bool { return p.rate > 0 && p.credit <= 0 }
