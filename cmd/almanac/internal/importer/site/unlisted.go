package site

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"almanac/cmd/almanac/internal/importer/fetch"
	"almanac/runtime/model"
	"almanac/runtime/transfer"
)

// acknowledgement is what each request of tec/v1 has to say.
const acknowledgement = "I understand that this endpoint is experimental and may change in a future release without " +
	"maintaining backward compatibility. I also understand that I am using this endpoint at my own risk, while support " +
	"is not provided for it."

// byNumbers reads the events that tec/v1 has and the lists of the API hide: it names all that
// are published, whatever their dates, and to administrators all drafts.  It returns false where
// it has not named all, such as with releases of The Events Calendar without it.  Its filters
// are not used, since they do not do what they say.
func (s *siteReader) byNumbers(ctx context.Context, k *model.Resource) (bool, error) {
	base, ok := s.site.Base.Beside("tec/v1")
	if !ok {
		return false, nil
	}
	queries := []url.Values{{}}
	if s.signedIn {
		queries = append(queries, url.Values{"status": {"draft"}})
	}
	for i, q := range queries {
		n := &naming{siteReader: s, resource: k, seen: map[int64]bool{}}
		all, err := s.byNumbersOf(ctx, n, base, q)
		s.deny(k, n.denied)
		if err != nil || !all {
			return i > 0 && n.refused, err // There may be no drafts for the caller.
		}
	}
	return true, nil
}

// byNumbersOf reads the events that one list of tec/v1 names, to its end.  It returns false where
// that was not reached, which it reports.
func (s *siteReader) byNumbersOf(ctx context.Context, n *naming, base fetch.Base, q url.Values) (bool, error) {
	const missing = ": events that are hidden from lists may be missing"
	lose := func(text string) (bool, error) {
		s.Report.Problems = append(s.Report.Problems, transfer.Problem{Lost: true, Text: text + missing})
		return false, nil
	}
	announced := 0
	for page := 1; ; page++ {
		q.Set("per_page", strconv.Itoa(wpPerPage))
		q.Set("page", strconv.Itoa(page))
		q.Set("_fields", "id")
		ids, pages, err := s.numbers(ctx, base.At("/events", q), page)
		var e *fetch.Error
		switch isRefusal := errors.As(err, &e) && ctx.Err() == nil; {
		case isRefusal && page > 1 && e.Status == http.StatusNotFound: // The total counts what the caller may not see.
			return true, nil
		case isRefusal && page > max(1, announced) && e.Status == http.StatusBadRequest: // A full page was the last one.
			return true, nil
		case isRefusal && page == 1 && e.Status >= http.StatusBadRequest && e.Status < http.StatusInternalServerError:
			n.refused = true
			return false, nil
		case isRefusal && page == 1:
			s.Report.Problems = append(s.Report.Problems, transfer.Problem{Text: err.Error() + missing})
			return false, nil
		case isRefusal:
			return lose(err.Error())
		case err != nil:
			return false, err
		}
		announced = pages
		fresh, err := n.take(ctx, ids)
		switch {
		case err != nil:
			return false, err
		case n.isEndless():
			return lose(fmt.Sprintf("tec/v1 names more than %d events that are in no list", mostReferences))
		case page == 1 && len(ids) == 0:
			n.refused = true
			return false, nil
		case page > 1 && !fresh && (page <= announced || len(ids) > 0):
			return lose(fmt.Sprintf("page %d of events in tec/v1 repeats earlier pages, or is empty before the last one", page))
		case page >= announced && len(ids) < wpPerPage:
			return true, nil
		}
	}
}

// numbers reads the ids of a page of tec/v1, and how many pages there are.
func (s *siteReader) numbers(ctx context.Context, address string, page int) (ids []int64, pages int, err error) {
	what := fmt.Sprintf("page %d of events in tec/v1", page)
	body, header, err := s.client.JSONWith(ctx, what, address, http.Header{"X-Tec-Eea": {acknowledgement}})
	var list []struct {
		ID int64 `json:"id"`
	}
	if err == nil && json.Unmarshal(body, &list) != nil {
		err = &fetch.Error{What: what, URL: address, Status: http.StatusNotFound, Text: "is JSON, but not a list of events"}
	}
	for _, one := range list {
		ids = append(ids, one.ID)
	}
	pages, _ = strconv.Atoi(header.Get("X-Wp-Totalpages")) // A proxy may drop it.
	return ids, pages, err
}

// naming reads the records that a list of IDs names.
type naming struct {
	*siteReader
	resource *model.Resource
	seen     map[int64]bool
	asked    int     // How many of them were in no list of the API.
	denied   []int64 // Those that the site does not show.
	refused  bool    // There is no such list for the caller, or nothing on it.
}

// take reads the records of a page, and reports whether it names one that no page before it has.
func (n *naming) take(ctx context.Context, ids []int64) (fresh bool, err error) {
	for _, id := range ids {
		if id <= 0 || n.seen[id] {
			continue
		}
		n.seen[id], fresh = true, true
		if n.Found.ByResource[n.resource][id] != nil {
			continue
		}
		if n.asked++; n.isEndless() {
			break
		}
		shown, err := n.readByID(ctx, n.resource, id)
		if err != nil {
			return fresh, err
		}
		if !shown {
			n.denied = append(n.denied, id)
		}
	}
	return fresh, nil
}

// isEndless reports whether the site makes the list up as it goes.
func (n *naming) isEndless() bool { return n.asked > mostReferences }
