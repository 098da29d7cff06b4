package runtime

import (
	"cmp"
	"net/http"
	"strings"

	"github.com/uptrace/bun"

	"almanac/runtime/fault"
	"almanac/runtime/param"
	"almanac/runtime/store"
	"almanac/runtime/text"
)

// trashedSuffix marks the slug of a record in the trash, as on the peer.
const trashedSuffix = "__trashed"

// Slug sets the record's slug: the one that was written, else on create one
// made from the name.  It is unique within the kind, over all languages; a
// taken one gets the next free number.
func (c *Change) Slug(b *Base, name string, o param.Opt[string]) { c.keep(c.setSlug(b, name, o)) }

// setSlug does the work of Slug.
func (c *Change) setSlug(b *Base, name string, o param.Opt[string]) error {
	wanted := ""
	switch {
	case o.IsSet():
		if wanted = text.Slug(o.V); wanted == "" {
			c.fail("slug", "slug must hold letters or digits.")
			return nil
		}
	case c.Origin != nil && c.Origin.Slug != "":
		wanted = c.Origin.Slug
	case c.Create:
		if wanted = text.Slug(cmp.Or(c.written, name)); wanted == "" {
			wanted = c.Kind.Name
		}
	default:
		return nil
	}
	if wanted == b.Slug {
		return nil
	}
	free, err := c.freeSlug(b.ID, wanted)
	if err != nil {
		return err
	}
	if o.IsSet() && !c.Create && !c.Kind.Post && free != wanted {
		c.Problems.Add("slug", "duplicate_term_slug", "slug %q belongs to another %s.", wanted, c.Kind.Name)
		return nil
	}
	b.Slug = free
	return nil
}

// freeSlug returns the first of wanted, wanted-2, ... that no other record of
// the kind has.  Writers of the same slug wait for each other; those that meet
// by their numbers are told apart by the unique index, and try again.
func (c *Change) freeSlug(id int64, wanted string) (string, error) {
	s := c.Env.Store
	if err := s.Lock(c.context(), c.Store, c.Kind.Plural+"/"+wanted); err != nil {
		return "", err
	}
	taken := map[string]bool{}
	var args store.Args
	sq := s.Builder().NewSelect().TableExpr("?", bun.Ident(c.Kind.Plural)).ColumnExpr("slug").Where("id <> ?", args.Bind(id))
	if prefix := []rune(wanted); len(prefix) > 190 {
		// A long slug is shortened to make room for the number, so the look-up
		// goes by its first part.
		part := string(prefix[:190])
		sq = sq.Where("slug >= ? AND slug < ?", args.Bind(part), args.Bind(part+"\U0010FFFF"))
	} else {
		// ":" is the character after the digits.
		sq = sq.Where("slug = ? OR slug >= ? AND slug < ?", args.Bind(wanted), args.Bind(wanted+"-0"), args.Bind(wanted+"-:"))
	}
	err := c.Store.Query(c.context(), store.Statement{SQL: sq.String(), Args: args.List(), Each: func(row store.Row) error {
		var slug string
		err := row.Scan(&slug)
		taken[slug] = true
		return err
	}})
	return text.NextSlug(wanted, func(slug string) bool { return taken[slug] }), err
}

// trashSlug moves the slug of a trashed record out of the way and remembers it.
func (c *Change) trashSlug(p *Post) error {
	if strings.HasSuffix(p.Slug, trashedSuffix) || c.Origin != nil && c.Origin.WantedSlug != "" {
		return nil
	}
	p.WantedSlug = p.Slug
	free, err := c.freeSlug(p.ID, p.Slug+trashedSuffix)
	p.Slug = free
	return err
}

// regainSlug gives a restored record its slug back, with a number if it has
// been taken meanwhile.
func (c *Change) regainSlug(p *Post) error {
	if p.WantedSlug == "" {
		return nil
	}
	free, err := c.freeSlug(p.ID, p.WantedSlug)
	p.Slug, p.WantedSlug = free, ""
	return err
}

// termExists is the answer for a term whose name its parent has already.
func termExists(k *Kind, id int64) error {
	f := fault.New(http.StatusBadRequest, "term_exists", "A %s with this name exists already.", k.Name)
	f.Extra = map[string]any{"term_id": id}
	return f
}
