package cache

// Stats describes the cache of responses.
type Stats struct {
	Hits    int64 // Responses that were given again, since the start.
	Misses  int64 // Responses that could be cached and were not there, since the start.
	Stale   int64 // Misses because what was there was out of date.
	Entries int64 // That are cached now.
	Bytes   int64 // That the entries take, roughly.
}
