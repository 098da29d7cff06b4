package httpapi

// Generated input types are made of these and of their own fields.  They
// document requests: see model.Arg.

// ListHeaders are the headers that reads take.
type ListHeaders struct {
	IfNoneMatch string `header:"If-None-Match" doc:"Tags of answers that the client has: 304 when one of them is the answer still; on writes 412 when one is of the record's version"`
}

// ItemHeaders are the headers that requests about one record take.
type ItemHeaders struct {
	ListHeaders
	IfMatch string `header:"If-Match" doc:"Tags of the record as the client knows it: 412 when it has another version"`
}

// WriteHeaders are the headers that writes take.
type WriteHeaders struct {
	IdempotencyKey string `header:"Idempotency-Key" doc:"A key that makes the write happen once: for 24 hours the same request is given the same answer, and another one 422"`
	Prefer         string `header:"Prefer" doc:"return=minimal for an answer without the record (RFC 7240)"`
}

// DryRun has a write tried and undone.
type DryRun struct {
	DryRun bool `query:"dry_run" default:"false" doc:"Try the write and answer as if it had been made, but change nothing"`
}

// Force has a post deleted for good.
type Force struct {
	Force bool `query:"force" default:"false" doc:"Delete for good instead of moving to the trash"`
}

// FeedFormat chooses a feed (feed.FormatNames, query.MaxFeed).
type FeedFormat struct {
	Format string `query:"format" enum:"json,ics,csv,rss" unset:"what Accept prefers, else json" doc:"Format of the answer; a feed holds the whole list, up to 5000 records, unless page or per_page is sent"`
}
