package site

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"almanac/cmd/almanac/internal/importer/fetch"
	"almanac/runtime/model"
	"almanac/runtime/query"
	"almanac/runtime/transfer"
)

// readProtected reads the content of protected records, which lists do not show, if
// the site shows it to those who may edit them.  They stay protected.
func (s *siteReader) readProtected(ctx context.Context) error {
	if !s.signedIn {
		return nil
	}
	for _, k := range s.Env.Resources {
		for _, r := range s.Found.Ordered(k) {
			if !r.Covered() {
				continue
			}
			records, err := s.unlocked(ctx, k, r.ID)
			if err != nil {
				return err
			}
			if len(records) > 0 {
				s.Found.ByResource[k][r.ID] = records[0]
				s.Found.Add(records[1:])
			} else if password := s.beside[r.ID].Password; password != "" {
				r.SetMember(k.PasswordField, password)
			}
		}
	}
	return nil
}

// unlocked returns a protected record with its content and those inside of it, none where the site
// does not show it: editors see the password in wp/v2, which opens the record; a service like
// this one shows them the record itself.
func (s *siteReader) unlocked(ctx context.Context, k *model.Resource, id int64) ([]*transfer.Record, error) {
	if k.PasswordField == "" || !s.signedIn {
		return nil, nil
	}
	if _, ok := s.site.Base.Beside("wp/v2"); ok && s.editor && k.Name == "event" && s.beside[id].Password == "" {
		n, shown, err := s.wpEvent(ctx, id)
		if err != nil {
			return nil, err
		}
		if shown {
			s.beside[id] = n
		}
	}
	password := s.beside[id].Password
	query := url.Values{"context": {"edit"}}
	if password != "" {
		query = url.Values{"password": {password}}
	}
	records, err := s.fetchByID(ctx, k, id, query)
	if err != nil || len(records) == 0 || records[0].Covered() {
		return nil, err
	}
	records[0].Protected = true
	if password != "" {
		records[0].SetMember(k.PasswordField, password)
	}
	return records, nil
}

// wpPlace is a venue or an organizer in wp/v2, as editors see it.
type wpPlace struct {
	wpRecord
	Status   string    `json:"status"`
	Slug     string    `json:"slug"`
	Link     string    `json:"link"`
	Author   int64     `json:"author"`
	Date     string    `json:"date"`
	DateUTC  string    `json:"date_gmt"`
	Modified string    `json:"modified"`
	Changed  string    `json:"modified_gmt"`
	Media    int64     `json:"featured_media"`
	Shown    rendered  `json:"content"`
	Members  wpMembers `json:"meta"`

	shown map[string]json.RawMessage // All of its members.
}

// placeMembers are the members of venues and organizers by those of meta.
var placeMembers = map[string]map[string]string{
	"venue": {
		"_VenueAddress": "address", "_VenueCity": "city", "_VenueCountry": "country", "_VenueProvince": "province",
		"_VenueState": "state", "_VenueStateProvince": "stateprovince", "_VenueZip": "zip", "_VenuePhone": "phone",
		"_VenueURL": "website", "_VenueLat": "geo_lat", "_VenueLng": "geo_lng", "_VenueShowMap": "show_map",
		"_VenueShowMapLink": "show_map_link",
	},
	"organizer": {"_OrganizerEmail": "email", "_OrganizerPhone": "phone", "_OrganizerWebsite": "website"},
}

// reveal reads a protected venue or organizer, which the API shows without its fields, from
// wp/v2, if the site shows it there.  Without a password here, it is private: its address must not
// be public.
func (s *siteReader) reveal(ctx context.Context, k *model.Resource, id int64) error {
	base, ok := s.site.Base.Beside("wp/v2")
	if !ok || !s.editor {
		return nil
	}
	what := fmt.Sprintf("%s %d of wp/v2", k.Name, id)
	address := base.At(fmt.Sprintf("%s/%d", wpRoutes[k.Name], id), url.Values{"context": {"edit"}})
	body, err := s.client.JSON(ctx, what, address)
	var refused *fetch.Error
	if errors.As(err, &refused) && ctx.Err() == nil {
		return nil
	}
	if err != nil {
		return err
	}
	var place wpPlace
	if json.Unmarshal(body, &place) != nil || json.Unmarshal(body, &place.wpRecord) != nil ||
		json.Unmarshal(body, &place.shown) != nil || place.ID != id {
		return nil
	}
	members, unread, err := s.members(ctx, k, place)
	if err != nil {
		return err
	}
	content, err := json.Marshal(members)
	if err != nil {
		return err
	}
	records, err := s.records.Content(content, address)
	if err != nil || len(records) == 0 {
		return err
	}
	place.setTexts(records[0])
	records[0].Protected, records[0].Unread = true, unread
	s.Found.ByResource[k][id] = records[0]
	return nil
}

// members returns a venue or an organizer in the form of the API, and the names of the fields
// that wp/v2 does not show: which have no value there is unknown.
func (s *siteReader) members(ctx context.Context, k *model.Resource, place wpPlace,
) (members map[string]any, unread []string, err error) {
	status := place.Status
	if status == model.StatusPublish {
		status = model.StatusPrivate
	}
	moment := func(at string) string { return strings.Replace(at, "T", " ", 1) }
	members = map[string]any{
		"id": place.ID, k.NameField: place.Title.Raw, "slug": place.Slug, "status": status, "url": place.Link,
		"author": strconv.FormatInt(place.Author, 10), "description": cmp.Or(place.Shown.HTML, place.Content.Raw),
		"excerpt": place.Excerpt.Raw,
		"date":    moment(place.Date), "date_utc": moment(place.DateUTC), "modified": moment(place.Modified),
		"modified_utc": moment(place.Changed), "image": false,
	}
	for from, name := range placeMembers[k.Name] {
		if value, shown := place.Members[from]; !shown {
			unread = append(unread, name)
		} else if value != nil && value != "" {
			members[name] = value
		}
	}
	for from, name := range map[string]string{
		"title": k.NameField, "content": "description", "excerpt": "excerpt", "featured_media": "image",
	} {
		if place.shown[from] == nil {
			unread = append(unread, name)
		}
	}
	if place.Media != 0 {
		image, shown, err := s.image(ctx, place.Media)
		switch {
		case err != nil:
			return nil, nil, err
		case !shown:
			unread = append(unread, "image")
		case image != nil:
			members["image"] = image
		}
	}
	slices.Sort(unread)
	return members, unread, nil
}

// wpImage is an image in wp/v2.
type wpImage struct {
	URL     string `json:"source_url"`
	Details struct {
		Width    int64 `json:"width"`
		Height   int64 `json:"height"`
		FileSize int64 `json:"filesize"`
		Sizes    map[string]struct {
			URL    string `json:"source_url"`
			Width  int64  `json:"width"`
			Height int64  `json:"height"`
			Type   string `json:"mime_type"`
		} `json:"sizes"`
	} `json:"media_details"`
}

// image reads an image from wp/v2 in the form of the API, nil where there is none, false where the
// site does not show it.
func (s *siteReader) image(ctx context.Context, id int64) (map[string]any, bool, error) {
	base, _ := s.site.Base.Beside("wp/v2")
	what := fmt.Sprintf("image %d of wp/v2", id)
	body, err := s.client.JSON(ctx, what, base.At(fmt.Sprintf("/media/%d", id), nil))
	var refused *fetch.Error
	if errors.As(err, &refused) && ctx.Err() == nil {
		return nil, refused.Status == http.StatusNotFound, nil
	}
	if err != nil {
		return nil, false, err
	}
	var image wpImage
	if json.Unmarshal(body, &image) != nil || image.URL == "" {
		return nil, false, nil
	}
	sizes := map[string]any{}
	for name, size := range image.Details.Sizes {
		if name != "full" {
			sizes[name] = map[string]any{"width": size.Width, "height": size.Height, "mime-type": size.Type, "url": size.URL}
		}
	}
	return map[string]any{
		"url": image.URL, "id": id, "width": image.Details.Width, "height": image.Details.Height,
		"filesize": image.Details.FileSize, "sizes": sizes,
	}, true, nil
}

// keepPrivate notes which venues or organizers must not become public: those that are private
// here, and of which the site does not say that they have no password.  Releases before 6.15.3 show
// the fields of protected ones.
func (s *siteReader) keepPrivate(ctx context.Context, k *model.Resource, known map[int64]bool) error {
	base, ok := s.site.Base.Beside("wp/v2")
	if !ok {
		return nil
	}
	summaries, err := query.Summaries(ctx, s.Env, k)
	if err != nil {
		return fmt.Errorf("read the existing %s: %w", k.Plural, err)
	}
	for _, here := range summaries {
		r := s.Found.ByResource[k][here.ID]
		if _, isKnown := known[here.ID]; isKnown || r == nil || r.Protected || r.Masked() ||
			here.Status != model.StatusPrivate || r.Text("status") != model.StatusPublish {
			continue
		}
		body, err := s.client.JSON(ctx, fmt.Sprintf("%s %d of wp/v2", k.Name, r.ID),
			base.At(fmt.Sprintf("%s/%d", wpRoutes[k.Name], r.ID), url.Values{"_fields": {"id,content.protected"}}))
		var refused *fetch.Error
		if err != nil && (!errors.As(err, &refused) || ctx.Err() != nil) {
			return err
		}
		var place struct {
			Content struct {
				Protected *bool `json:"protected"`
			} `json:"content"`
		}
		isOpen := err == nil && json.Unmarshal(body, &place) == nil && place.Content.Protected != nil &&
			!*place.Content.Protected
		r.MayBeProtected = !isOpen
	}
	return nil
}

// suggestEditor says whose credentials show what passwords protect.
func (s *siteReader) suggestEditor() {
	n := 0
	for id := range s.locked {
		if s.Found.ByResource[s.Env.Resource("event")][id] == nil {
			n++
		}
	}
	for k, of := range s.Found.ByResource {
		for _, r := range of {
			isUnread := r.Covered() || r.Protected && k.PasswordField != ""
			if r.Masked() || r.MayBeProtected || isUnread && r.Text(k.PasswordField) == "" {
				n++
			}
		}
	}
	if n > 0 {
		s.Report.Todo = append(s.Report.Todo, fmt.Sprintf(
			"passwords protect %d of the site's records: import again with --user and --password-file of one of its "+
				"editors, who see the passwords and what they protect", n))
	}
}
