package httpapi

import (
	"net/http"
	"strconv"

	"almanac/runtime/model"
	"almanac/runtime/param"
)

// deprecations is what is deprecated about one operation.
type deprecations struct {
	whole  int64            // Since when all of it is, in unix seconds; 0 for not.
	args   map[string]int64 // The same for arguments, by name.
	inside map[string]deprecations
}

// deprecationsOf finds out what is deprecated about an operation: its resource, its
// arguments, and those of records that a body may describe inside of its own.
func deprecationsOf(k *model.Resource, args []*model.Arg) deprecations {
	d := deprecatedArgs(args)
	if k == nil {
		return d
	}
	d.whole = k.Deprecated.Unix()
	for _, l := range k.Links {
		inner := deprecatedArgs(l.Target.Args)
		if inner.whole = l.Target.Deprecated.Unix(); inner.whole != 0 || len(inner.args) > 0 {
			d.inside[l.Name] = inner
		}
	}
	return d
}

// deprecatedArgs finds the deprecated ones among arguments.
func deprecatedArgs(args []*model.Arg) deprecations {
	d := deprecations{args: map[string]int64{}, inside: map[string]deprecations{}}
	for _, arg := range args {
		if since := arg.Deprecated.Unix(); since != 0 {
			d.args[arg.Name] = since
		}
	}
	return d
}

// since returns since when what a request uses is deprecated, in unix seconds:
// the earliest time when it uses several things, 0 when it uses none.  Lookup
// finds what was sent under a name.
func (d deprecations) since(lookup func(name string) (any, bool)) int64 {
	earliest := d.whole
	for name, since := range d.args {
		if _, sent := lookup(name); sent {
			earliest = earlier(earliest, since)
		}
	}
	for name, inner := range d.inside {
		if v, sent := lookup(name); sent {
			earliest = earlier(earliest, inner.within(v))
		}
	}
	return earliest
}

// within is since for the records that a body describes in the value of a
// link.  One that is named by its id is not described.
func (d deprecations) within(v any) int64 {
	switch v := v.(type) {
	case map[string]any:
		return d.since(func(name string) (any, bool) { inner, ok := v[name]; return inner, ok })
	case []any:
		var earliest int64
		for _, record := range v {
			earliest = earlier(earliest, d.within(record))
		}
		return earliest
	}
	return 0
}

// earlier returns the earlier of two times in unix seconds, of which 0 is none.
func earlier(a, b int64) int64 {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// announce tells the client of a request that uses what is deprecated so
// (RFC 9745), whatever the response will be.  Values are nil for requests that did
// not get as far as having parameters, and learn of deprecated routes alone.
func (d deprecations) announce(h http.Header, values *param.Values) {
	since := d.whole
	if values != nil {
		since = d.since(values.Lookup)
	}
	if since != 0 {
		h.Set("Deprecation", "@"+strconv.FormatInt(since, 10))
	}
}
