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
	var denied []int64
	defer func() { s.deny(k, denied) }()
	for i, q := range queries {
		pages := 1
		for page := 1; page <= min(pages, mostPages); page++ {
			q.Set("per_page", strconv.Itoa(wpPerPage))
			q.Set("page", strconv.Itoa(page))
			q.Set("_fields", "id")
			ids, announced, err := s.numbers(ctx, base.At("/events", q), page)
			var e *fetch.Error
			switch isRefusal := errors.As(err, &e) && ctx.Err() == nil; {
			case isRefusal && page > 1 && e.Status == http.StatusNotFound: // The total counts what the caller may not see.
				pages = page
				continue
			case isRefusal && page == 1 && e.Status >= http.StatusBadRequest && e.Status < http.StatusInternalServerError:
				return i > 0, nil // It has no tec/v1, or no drafts for the caller.
			case isRefusal:
				s.Report.Problems = append(s.Report.Problems, transfer.Problem{
					Lost: page > 1, Text: err.Error() + ": events that are hidden from lists may be missing",
				})
				return false, nil
			case err != nil:
				return false, err
			}
			pages = announced
			for _, id := range ids {
				shown, err := s.known(ctx, k, id)
				if err != nil {
					return false, err
				}
				if !shown {
					denied = append(denied, id)
				}
			}
		}
	}
	return true, nil
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
	pages, _ = strconv.Atoi(header.Get("X-Wp-Totalpages"))
	if pages == 0 && len(list) == wpPerPage { // A proxy may drop the header.
		pages = page + 1
	}
	return ids, pages, err
}
