package query

import (
	"cmp"
	"context"
	"slices"

	"github.com/uptrace/bun"

	"almanac/runtime/filter"
	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// Former is a record as it was at some time, with the IDs of what it linked to then, by the names of
// the links.
type Former struct {
	Record model.Record
	Links  map[string][]int64
}

// AttachFormer attaches to former versions of records what they linked to, as that is today: as
// Attach, records that the caller may not see are left out, and those that are gone.
func AttachFormer(
	ctx context.Context, r *request.Request, reader store.Reader, k *model.Resource, list []Former,
) error {
	var batch []store.Statement
	targets := map[*model.Link]map[int64]model.Record{}
	for _, link := range k.Links {
		found := map[int64]model.Record{}
		targets[link] = found
		batch = append(batch, seen(r, link.Target, idsOf(list, link.Name), found))
	}
	pictures := map[int64]*model.Image{}
	if k.Post {
		batch = append(batch, imagesOf(r, list, pictures))
	}
	if err := reader.Batch(ctx, batch); err != nil {
		return err
	}
	for _, one := range list {
		for _, link := range k.Links {
			for _, m := range inOrder(link, one.Links[link.Name], targets[link]) {
				link.AddLinked(one.Record, m)
			}
		}
		if p, ok := one.Record.(model.PostRecord); ok {
			post := p.AsPost()
			if post.Image = (model.Image{}); pictures[post.ImageID] != nil {
				post.Image = *pictures[post.ImageID]
			}
			post.Image.ID = post.ImageID
		}
	}
	return nil
}

// idsOf returns the IDs that a link of any of the records led to.
func idsOf(list []Former, link string) []int64 {
	ids := []int64{}
	for _, one := range list {
		ids = append(ids, one.Links[link]...)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// inOrder returns the records of a link in the order in which Attach has them.
func inOrder(link *model.Link, ids []int64, found map[int64]model.Record) []model.Record {
	var list []model.Record
	for _, id := range ids {
		if m := found[id]; m != nil {
			list = append(list, m)
		}
	}
	if link.Target.Term {
		slices.SortFunc(list, func(a, b model.Record) int {
			return cmp.Or(cmp.Compare(model.SortKey(a), model.SortKey(b)), cmp.Compare(a.Common().ID, b.Common().ID))
		})
	}
	return list
}

// seen returns the statement that reads the records with the IDs that the caller may see where another
// one links to them.
func seen(r *request.Request, k *model.Resource, ids []int64, found map[int64]model.Record) store.Statement {
	var args store.Args
	s := r.Env.Store
	sq := WithColumns(s.Builder().NewSelect().Model(k.New()), k).
		Where("? ?", bun.Ident(k.Name+".id"), s.SQL().In(&args, ids))
	if !k.Term {
		r.Scope().AllLanguages().Linked().WhereVisible(k.Permissions, &args, k.Name, filter.ConditionsOf(sq))
	}
	all := store.Statement{SQL: sq.String(), Args: args.Values(), RunToCompletion: true}
	all.ScanRow = func(row store.Row) error {
		m, err := Scan(k, row)
		if err == nil {
			found[m.Common().ID] = m
		}
		return err
	}
	return all
}

// imagesOf returns the statement that reads the images of posts.
func imagesOf(r *request.Request, list []Former, found map[int64]*model.Image) store.Statement {
	ids := []int64{}
	for _, one := range list {
		if p, ok := one.Record.(model.PostRecord); ok {
			ids = append(ids, p.AsPost().ImageID)
		}
	}
	var args store.Args
	s := r.Env.Store
	sq := s.Builder().NewSelect().TableExpr("images AS image").ColumnExpr("image.id, "+model.ImageColumns("image")).
		Where("image.id ?", s.SQL().In(&args, ids))
	all := store.Statement{SQL: sq.String(), Args: args.Values(), RunToCompletion: true}
	all.ScanRow = func(row store.Row) error {
		i := &model.Image{}
		if err := row.Scan(append([]any{&i.ID}, i.Targets(nil)...)...); err != nil {
			return err
		}
		found[i.ID] = i
		return nil
	}
	return all
}
