package cache

// Stats describes the cache of responses.
type Stats struct {
	Hits    int64 // Lookups that found a current response, since the start.
	Misses  int64 // Lookups that found nothing, since the start.
	Stale   int64 // Lookups that found a response that was out of date, since the start.
	Entries int64 // That are cached now.
	Bytes   int64 // That the entries take, roughly.
}
