package main

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"almanac/cmd/bench/baseline"
	"almanac/cmd/bench/load"
	"almanac/cmd/internal/dataset"
)

// requests makes the requests of scenarios and judges their answers.  What is
// asked depends on the number of the request alone, so that all servers are
// asked the same.
type requests struct {
	size   dataset.Size
	words  []string
	oracle *oracle
	today  time.Time // Midnight, UTC.
	token  string    // Of a user who may write.
	ledger *ledger
	made   map[string]*atomic.Int64 // Events created on each server.
	late   atomic.Int64             // Those of the service that belong to the default list.
}

// source is one kind of request.
type source struct {
	append func(out []byte, n int64) []byte
	check  func(n int64, a load.Response) error
}

// Append appends the request with a number.
func (s source) Append(out []byte, n int64) []byte { return s.append(out, n) }

// Check judges its response.
func (s source) Check(n int64, a load.Response) error { return s.check(n, a) }

// reading returns the source of requests without a body.
func reading(path func(out []byte, n int64) []byte, check func(int64, load.Response) error) source {
	return source{check: check, append: func(out []byte, n int64) []byte {
		return append(path(append(out, "GET "...), n), " HTTP/1.1\r\nHost: bench.example\r\n\r\n"...)
	}}
}

// moment returns a time of day within the next 300 days that no other number
// gives before all were given: the step shares no factor with their count.
func (r *requests) moment(n int64) int64 {
	const seconds, step = 300 * 24 * 3600, 7368787
	return r.today.Unix() + 24*3600 + n*step%seconds
}

// far is the end of the windows of lists.
const far = 700 * 24 * time.Hour

// The days on which creates are put: after all windows, and as the last of the
// default list.
const (
	afterWindows = 1100
	last         = 725
)

// wall appends a time as a value of a query.
func wall(out []byte, seconds int64) []byte {
	return time.Unix(seconds, 0).UTC().AppendFormat(out, "2006-01-02+15:04:05")
}

// between appends the parameters of a window.
func between(out []byte, from, until int64) []byte {
	out = wall(append(out, "?strict_dates=1&start_date="...), from)
	return wall(append(out, "&end_date="...), until)
}

// asked says which page of which list the request with a number asks for: the
// list begins at one of many moments.
type asked func(n int64) (moment, page int64)

// manyLists is how many lists have their totals kept while their pages are read: so
// many that their pages fit into no cache, and so few that their totals do.
const manyLists = 400

// cold asks for the pages 1 to 20 of the lists; none comes again before all were
// asked for.
func cold(n int64) (moment, page int64) { return n % manyLists, 1 + n/manyLists%20 }

// later asks for the pages 2 to 20 of the lists.
func later(n int64) (moment, page int64) { return n % manyLists, 2 + n/manyLists%19 }

// primed asks for the first page of each list, so that its total is known
// afterwards.
func primed(n int64) (moment, page int64) { return n % manyLists, 1 }

// uncounted asks for the first page of a list that nobody asked for before, so
// that its total has to be counted.
func uncounted(n int64) (moment, page int64) { return n, 1 }

// list asks for a page of the events from a moment on.
func (r *requests) list(prefix string, of asked) source {
	until := r.today.Add(far).Unix()
	return reading(func(out []byte, n int64) []byte {
		moment, page := of(n)
		out = between(append(out, prefix+baseline.Root+"/events"...), r.moment(moment), until)
		if page > 1 {
			out = strconv.AppendInt(append(out, "&page="...), page, 10)
		}
		return out
	}, func(n int64, a load.Response) error {
		moment, page := of(n)
		return lists(a, r.oracle.window(r.moment(moment), until, page))
	})
}

// hot asks for the list that everybody asks for.
func (r *requests) hot() source {
	from, until := r.today.Unix(), r.today.AddDate(0, 24, 1).Unix()-1
	want := r.oracle.window(from, until, 1)
	return reading(func(out []byte, _ int64) []byte { return append(out, baseline.Root+"/events"...) },
		func(_ int64, a load.Response) error { return lists(a, want) })
}

// search asks for words, and compares what the servers say with each other.
func (r *requests) search(name string, words func(n int64) string) source {
	from, until := r.today.Unix(), r.today.Add(far).Unix()
	return reading(func(out []byte, n int64) []byte {
		out = between(append(out, baseline.Root+"/events"...), from, until)
		return append(append(out, "&search="...), url.QueryEscape(words(n))...)
	}, func(n int64, a load.Response) error {
		if err := status(a, 200); err != nil {
			return err
		}
		got, err := parseList(a.Body)
		if err != nil {
			return err
		}
		return r.ledger.compare(name+" "+words(n), got)
	})
}

// repeated returns one of forty words.
func (r *requests) repeated(n int64) string { return r.words[30+n%40*17] }

// fresh returns a frequent and a rarer word; no pair comes twice in a run.
func (r *requests) fresh(n int64) string {
	const frequent, rare, step = 160, 5903, 611953
	pair := n * step % (frequent * rare)
	return r.words[10+pair%frequent] + " " + r.words[200+pair/frequent]
}

// filter asks for a category and its descendants in four weeks that begin at a
// moment.  Every request differs.
func (r *requests) filter() source {
	const weeks = 28 * 24 * 3600
	category := func(n int64) int64 { return n*37%int64(r.size.Categories) + 1 }
	return reading(func(out []byte, n int64) []byte {
		out = between(append(out, baseline.Root+"/events"...), r.moment(n), r.moment(n)+weeks)
		return strconv.AppendInt(append(out, "&categories="...), category(n), 10)
	}, func(n int64, a load.Response) error {
		return lists(a, r.oracle.category(category(n), r.moment(n), r.moment(n)+weeks))
	})
}

// get asks for a single event; none comes twice before all came.
func (r *requests) get() source {
	id := func(n int64) int64 { return r.oracle.published[n*7368787%int64(len(r.oracle.published))] }
	return reading(func(out []byte, n int64) []byte {
		return strconv.AppendInt(append(out, baseline.Root+"/events/"...), id(n), 10)
	}, func(n int64, a load.Response) error { return single(a, 200, id(n)) })
}

// pages asks for the pages of another list in turn.
func pages(list, mark string, total int) source {
	all := int64((total + perPage - 1) / perPage)
	page := func(n int64) int64 { return n%all + 1 }
	return reading(func(out []byte, n int64) []byte {
		return strconv.AppendInt(append(out, baseline.Root+"/"+list+"?per_page=12&page="...), page(n), 10)
	}, func(n int64, a load.Response) error {
		return counted(a, mark, int64(total), min(perPage, int64(total)-(page(n)-1)*perPage))
	})
}

// fixed asks for one path whose answer says nothing.
func fixed(path string) source {
	return reading(func(out []byte, _ int64) []byte { return append(out, path...) },
		func(_ int64, a load.Response) error { return status(a, 200) })
}

// create makes events with a venue, an organizer, two categories and two tags.
// They start days after today.
func (r *requests) create(days int, made *atomic.Int64) source {
	head := "POST " + baseline.Root +
		"/events HTTP/1.1\r\nHost: bench.example\r\nContent-Type: application/json\r\nAuthorization: Bearer " + r.token +
		"\r\nContent-Length: "
	day := r.today.AddDate(0, 0, days).Format(time.DateOnly)
	text := "<p>" + strings.Repeat("An evening for friends and families, with questions, food and drinks after the talk. ",
		6) + "</p>"
	return source{append: func(out []byte, n int64) []byte {
		s := r.size
		category, tag := n*37%int64(s.Categories-1)+1, int64(s.Categories)+n*41%int64(s.Tags-1)+1
		// The number stands first, so that no slug begins with another.
		body := fmt.Appendf(nil,
			`{"title":"%08d %s","description":%q,"start_date":"%s 20:00:00","end_date":"%s 22:30:00","cost":"15",`+
				`"venue":[%d],"organizer":[%d],"categories":[%d,%d],"tags":[%d,%d]}`,
			n, r.words[n*31%1000], text, day, day, n*43%int64(s.Venues)+1, int64(s.Venues)+n*47%int64(s.Organizers)+1, category,
			category+1, tag, tag+1)
		return append(append(strconv.AppendInt(append(out, head...), int64(len(body)), 10), "\r\n\r\n"...), body...)
	}, check: func(_ int64, a load.Response) error {
		if err := status(a, 201); err != nil {
			return err
		}
		made.Add(1)
		return nil
	}}
}

// mixed is 95 reads of all kinds to 5 creates.
func (r *requests) mixed(made *atomic.Int64) source {
	const others = 10_000_000 // Numbers that the scenarios of their own do not reach.
	get, list, page := r.get(), r.list("", cold), r.list("", later)
	search, filter, create := r.search("repeated", r.repeated), r.filter(), r.create(afterWindows, made)
	of := func(n int64) source {
		switch k := n * 61 % 100; {
		case k < 5:
			return create
		case k < 45:
			return get
		case k < 75:
			return list
		case k < 85:
			return page
		case k < 95:
			return search
		}
		return filter
	}
	return source{
		append: func(out []byte, n int64) []byte { return of(n).append(out, n+others) },
		check:  func(n int64, a load.Response) error { return of(n).check(n+others, a) },
	}
}

// ledger holds what the first server said to each question.
type ledger struct{ said sync.Map }

// compare returns an error when another server said otherwise.
func (l *ledger) compare(question string, got expected) error {
	if before, there := l.said.LoadOrStore(question, got); there && before != got {
		return fmt.Errorf("%s: one server says %+v, another %+v", question, before, got)
	}
	return nil
}
