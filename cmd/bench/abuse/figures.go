package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
)

// figures are how requests ended and how long they took.  Many goroutines add
// to them.
type figures struct {
	mu       sync.Mutex
	took     []time.Duration
	outcomes map[string]int // A status, or what happened instead of a response.
}

// add notes one request.
func (f *figures) add(outcome string, took time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.outcomes == nil {
		f.outcomes = map[string]int{}
	}
	f.outcomes[outcome]++
	f.took = append(f.took, took)
}

// count returns how many requests there were.
func (f *figures) count() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.took)
}

// percentile returns the time within which p of a hundred requests ended, 0
// without any.
func (f *figures) percentile(p int) time.Duration {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.took) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(f.took))
	return sorted[max(0, (len(sorted)*p+99)/100-1)]
}

// String lists the outcomes: "200 x12, cut x1".
func (f *figures) String() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var list []string
	for _, outcome := range slices.Sorted(maps.Keys(f.outcomes)) {
		list = append(list, fmt.Sprintf("%s x%d", outcome, f.outcomes[outcome]))
	}
	return strings.Join(list, ", ")
}
