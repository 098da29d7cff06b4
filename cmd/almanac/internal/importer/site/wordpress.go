package site

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"almanac/cmd/almanac/internal/importer/fetch"
	"almanac/runtime/model"
	"almanac/runtime/transfer"
)

// wpRecord is a record in wp/v2, which shows what the API of events does not.
type wpRecord struct {
	ID      int64   `json:"id"`
	Title   written `json:"title"`
	Content written `json:"content"`
	Excerpt written `json:"excerpt"`
	// Of a protected record; "" where there is none, or the caller may not edit the record.
	Password string `json:"password"`
	Meta     wpMeta `json:"meta"`
}

// wpMeta are the members of wpRecord.Meta that are of use.
type wpMeta struct {
	eventStatus
	Cost any `json:"_EventCost"` // As it was typed.
}

// UnmarshalJSON implements json.Unmarshaler.
func (m *wpMeta) UnmarshalJSON(raw []byte) error {
	type plain wpMeta
	return decodeObject(raw, (*plain)(m))
}

// wpMembers are all members of an object of wp/v2.
type wpMembers map[string]any

// UnmarshalJSON implements json.Unmarshaler.
func (m *wpMembers) UnmarshalJSON(raw []byte) error { return decodeObject(raw, (*map[string]any)(m)) }

// decodeObject decodes a JSON object.  PHP writes one without members as an empty list.
func decodeObject(raw []byte, into any) error {
	if bytes.HasPrefix(raw, []byte("[")) {
		return nil
	}
	return json.Unmarshal(raw, into)
}

// written is a text as it was typed, which editors see.
type written struct {
	Raw string `json:"raw"`
}

// wpFields are the members of wpRecord.
const wpFields = "id,meta._tribe_events_status,meta._tribe_events_status_reason,meta._EventCost"

// rawFields are those that only editors see.
const rawFields = ",title.raw,content.raw,excerpt.raw,password"

// wpRoutes are the routes of wp/v2 by the names of resources.
var wpRoutes = map[string]string{"event": "/tribe_events", "venue": "/tribe_venue", "organizer": "/tribe_organizer"}

// asEditor has a request of wp/v2 show texts as they were typed, until the site refuses.
func (s *siteReader) asEditor(q url.Values) url.Values {
	q.Set("_fields", wpFields)
	q.Del("context")
	if s.editor {
		q.Set("_fields", wpFields+rawFields)
		q.Set("context", "edit")
	}
	return q
}

// wpList reads a page of a list of wp/v2.
func (s *siteReader) wpList(ctx context.Context, base fetch.Base, k *model.Resource, page int) ([]wpRecord, error) {
	what := fmt.Sprintf("page %d of %s in wp/v2", page, k.Plural)
	q := url.Values{
		"per_page": {strconv.Itoa(wpPerPage)}, "page": {strconv.Itoa(page)}, "orderby": {"id"}, "order": {"asc"},
	}
	body, err := s.client.JSON(ctx, what, base.At(wpRoutes[k.Name], s.asEditor(q)))
	if s.refusedEditor(err) {
		body, err = s.client.JSON(ctx, what, base.At(wpRoutes[k.Name], s.asEditor(q)))
	}
	var list []wpRecord
	if err == nil && json.Unmarshal(body, &list) != nil {
		err = &fetch.Error{What: what, URL: base.String(), Text: "is JSON, but not a list of " + k.Plural}
	}
	return list, err
}

// refusedEditor reports whether the site refuses to show texts as they were typed; it is
// not asked to again.
func (s *siteReader) refusedEditor(err error) bool {
	var e *fetch.Error
	refused := s.editor && errors.As(err, &e) && (e.Status == http.StatusUnauthorized || e.Status == http.StatusForbidden)
	s.editor = s.editor && !refused
	return refused
}

// wpEvent reads one event of wp/v2, false when the site does not show it there.
func (s *siteReader) wpEvent(ctx context.Context, id int64) (wpRecord, bool, error) {
	base, _ := s.site.Base.Beside("wp/v2")
	what := fmt.Sprintf("event %d of wp/v2", id)
	address := fmt.Sprintf("%s/%d", wpRoutes["event"], id)
	body, err := s.client.JSON(ctx, what, base.At(address, s.asEditor(url.Values{})))
	var e *fetch.Error
	if errors.As(err, &e) && e.Status == http.StatusForbidden && s.editor { // Of this one: authors edit their own.
		body, err = s.client.JSON(ctx, what, base.At(address, url.Values{"_fields": {wpFields}}))
	} else if s.refusedEditor(err) {
		body, err = s.client.JSON(ctx, what, base.At(address, s.asEditor(url.Values{})))
	}
	if err != nil && (!errors.As(err, &e) || ctx.Err() != nil) {
		return wpRecord{}, false, err
	}
	var n wpRecord
	return n, err == nil && json.Unmarshal(body, &n) == nil && n.ID == id, nil
}

// places reads how the texts of venues and organizers were typed, and what passwords protect,
// if the site shows it.
func (s *siteReader) places(ctx context.Context) error {
	base, ok := s.site.Base.Beside("wp/v2")
	for _, name := range []string{"venue", "organizer"} {
		k := s.Env.Resource(name)
		protected, seen := map[int64]bool{}, map[int64]bool{}
		for page, fresh := 1, true; ok && s.open && s.editor && fresh; page++ {
			list, err := s.wpList(ctx, base, k, page)
			var e *fetch.Error
			if errors.As(err, &e) && ctx.Err() == nil {
				break // Texts are taken as they are shown.
			}
			if err != nil {
				return err
			}
			fresh = false // A site that repeats pages has no others.
			for _, n := range list {
				fresh = fresh || !seen[n.ID]
				seen[n.ID] = true
				if r := s.Found.ByResource[k][n.ID]; r != nil {
					protected[n.ID] = n.Password != ""
					n.setTexts(r)
				}
			}
			if len(list) < wpPerPage {
				break
			}
		}
		for _, r := range s.Found.Ordered(k) {
			if !protected[r.ID] && !r.Masked() {
				continue
			}
			r.MayBeProtected = !r.Masked()
			if err := s.reveal(ctx, k, r.ID); err != nil {
				return err
			}
		}
		if err := s.keepPrivate(ctx, k, protected); err != nil {
			return err
		}
	}
	return nil
}

// setTexts sets the texts of a record as they were typed.
func (n wpRecord) setTexts(r *transfer.Record) {
	for name, text := range map[string]written{
		r.Resource.NameField: n.Title, "description": n.Content, "excerpt": n.Excerpt,
	} {
		if strings.TrimSpace(text.Raw) != "" {
			r.SetMember(name+transfer.TypedSuffix, text.Raw)
		}
	}
}
