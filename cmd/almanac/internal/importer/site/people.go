package site

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"almanac/cmd/almanac/internal/importer/fetch"
	"almanac/runtime/auth"
)

// person is a user in wp/v2, as administrators see it.
type person struct {
	ID       int64    `json:"id"`
	Username string   `json:"username"`
	Name     string   `json:"name"`
	Roles    []string `json:"roles"`
}

// author returns the user that a person becomes: with the name by which the person signs
// in there, and the first role that is known here.
func (p person) author() auth.Author {
	a := auth.Author{ID: p.ID, Name: cmp.Or(strings.TrimSpace(p.Username), strings.TrimSpace(p.Name))}
	for _, role := range auth.Roles() {
		if a.Role == "" && slices.Contains(p.Roles, string(role)) {
			a.Role = role
		}
	}
	return a
}

// people reads who writes on the site, if it shows names and roles to the caller.
// Customers and the like, who may be very many, come only as authors of records.
func (s *siteReader) people(ctx context.Context) error {
	base, wordpress := s.site.Base.Beside("wp/v2")
	if !wordpress || !s.signedIn {
		return nil
	}
	writers := slices.DeleteFunc(auth.Roles(), func(r auth.Role) bool { return r == auth.RoleSubscriber })
	words := make([]string, len(writers))
	for i, role := range writers {
		words[i] = string(role)
	}
	for page := 1; page <= mostPages; page++ {
		q := url.Values{
			"context": {"edit"}, "roles": {strings.Join(words, ",")}, "per_page": {strconv.Itoa(wpPerPage)},
			"page":    {strconv.Itoa(page)},
			"orderby": {"id"}, "_fields": {"id,username,name,roles"},
		}
		body, err := s.client.JSON(ctx, "users", base.At("/users", q))
		var refused *fetch.Error
		if errors.As(err, &refused) && ctx.Err() == nil {
			return nil // Authors are named after their IDs.
		}
		if err != nil {
			return err
		}
		var list []person
		if json.Unmarshal(body, &list) != nil {
			return nil
		}
		for _, p := range list {
			if a := p.author(); a.ID > 0 && a.Role != "" && a.Role != auth.RoleSubscriber {
				s.Options.People = append(s.Options.People, a)
			}
		}
		if len(list) < wpPerPage {
			return nil
		}
	}
	return nil
}
