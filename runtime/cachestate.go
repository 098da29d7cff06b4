package runtime

// CacheState is what the cache of answers tells of itself.
type CacheState struct {
	Hits    int64 // Answers that were given again, since the start.
	Misses  int64 // Answers that could be kept and were not there, since the start.
	Stale   int64 // Misses because what was there was out of date.
	Entries int64 // That are kept now.
	Bytes   int64 // That the entries take, roughly.
}

// CacheState returns the state of the cache, and false when nothing is kept.
func (a *API) CacheState() (CacheState, bool) {
	c := a.Env.cache
	if c == nil {
		return CacheState{}, false
	}
	return CacheState{
		Hits: c.counts.hits.Load(), Misses: c.counts.misses.Load(), Stale: c.counts.stale.Load(),
		Entries: int64(c.answers.EstimatedSize()), Bytes: int64(c.answers.WeightedSize() + c.totals.WeightedSize()), //nolint:gosec // Bounded by memory.
	}, true
}
