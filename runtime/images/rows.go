package images

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"github.com/uptrace/bun"

	"almanac/runtime/audit"
	"almanac/runtime/auth"
	"almanac/runtime/filter"
	"almanac/runtime/linkids"
	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// Row is an image with what responses about records do not show.
type Row struct {
	model.Image
	Author   int64  // ID of the user, 0 for none.
	Created  string // Wall time in UTC, "" when unknown.
	Modified string // The same.
}

// targets returns scan targets in the order of columns.
func (r *Row) targets() []any {
	return append(r.Targets([]any{&r.ID}), &r.Title, &r.Caption, &r.StoredBytes, &r.Author, &r.Created, &r.Modified)
}

// columns adds the columns of an image i to a query.
func columns(sq *bun.SelectQuery) *bun.SelectQuery {
	return sq.ColumnExpr("i.id").ColumnExpr(model.ImageColumns("i")).
		ColumnExpr("i.title, i.caption, i.stored_bytes, i.author, i.created_utc, i.modified_utc")
}

// Digest returns what an image is found by: an address may be longer than what an index
// takes.
func Digest(address string) string {
	sum := sha256.Sum256([]byte(address))
	return hex.EncodeToString(sum[:])
}

// InsertStatement adds the row of an image with an ID of post_id_sequence.
func InsertStatement(image Row) store.Statement {
	return store.Statement{
		SQL: `INSERT INTO images (id, url, url_sha256, width, height, filesize, sizes, author, title, alt, caption, ` +
			`stored_bytes, created_utc, modified_utc) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
		Args: []any{
			image.ID, image.URL, Digest(image.URL), image.Width, image.Height, image.FileSize, image.Sizes, image.Author,
			image.Title, image.Alt, image.Caption, image.StoredBytes, image.Created, image.Modified,
		},
	}
}

// UpdateStatement changes all of the image with the ID but its author.
func UpdateStatement(image model.Image, now string) store.Statement {
	return store.Statement{
		SQL: `UPDATE images SET url = $1, url_sha256 = $2, width = $3, height = $4, filesize = $5, sizes = $6, alt = $7, ` +
			`title = $8, caption = $9, stored_bytes = $10, modified_utc = $11 WHERE id = $12`,
		Args: []any{
			image.URL, Digest(image.URL), image.Width, image.Height, image.FileSize, image.Sizes,
			image.Alt, image.Title, image.Caption, image.StoredBytes, now, image.ID,
		},
	}
}

// QueueVersions makes new versions of the records that show an image: what is cached of
// a record is used as long as its version is the same. With remove the records lose it.
func QueueVersions(w store.Writer, env *request.Env, by audit.Actor, id int64, remove bool) {
	without, s := bun.Safe(""), audit.Selection{Action: audit.ActionImage}
	if remove {
		without = "image_id = 0,"
		s.Action, s.Patch = audit.ActionUnlinked, audit.NumberPatch("image_id", "r.image_id")
	}
	for _, k := range env.Resources {
		if k.Post {
			var shown, args store.Args
			s.Resource, s.Access = k.Name, k.AccessSQL("r.")
			s.From = env.Store.SQL().Format("? AS r WHERE r.image_id = ?", bun.Ident(k.Plural), shown.Bind(id))
			audit.AddSelected(w, by, s, &shown)
			text := env.Store.SQL().Format("UPDATE ? SET ? ? WHERE image_id = ?", bun.Ident(k.Plural), without,
				linkids.BumpVersionSQL(k), args.Bind(id))
			w.Queue(store.Statement{SQL: text, Args: args.Values()})
		}
	}
}

// SeesAll reports whether a caller may see all posts: then no image is hidden.
func SeesAll(env *request.Env, c auth.Caller) bool {
	return !slices.ContainsFunc(env.Resources, func(k *model.Resource) bool {
		return k.Post && !k.Permissions.CanEditOthers(c)
	})
}

// WhereVisible narrows a query to the images i that exist for a caller: those that the
// caller registered, and those of records that the caller may see with their content. All
// values that it binds are the caller's ID.
func WhereVisible(env *request.Env, scope filter.Scope, args *store.Args, sq *bun.SelectQuery) {
	user := scope.Caller.User
	// Images without an author, 0, belong to no visitor.
	conditions, uses := "i.author = ? AND i.author <> 0", []any{args.Bind(user)}
	for _, k := range env.Resources {
		if !k.Post {
			continue
		}
		use := env.Store.Builder().NewSelect().TableExpr("? AS r", bun.Ident(k.Plural)).ColumnExpr("1").
			Where("r.image_id = i.id").Where("r.password = '' OR r.author = ? AND r.author <> 0", args.Bind(user))
		scope.AllLanguages().WhereVisible(k.Permissions, args, "r", filter.ConditionsOf(use))
		conditions, uses = conditions+" OR EXISTS (?)", append(uses, use)
	}
	sq.Where(conditions, uses...)
}

// IDOf returns the ID of the image with an address, 0 for none.
func IDOf(ctx context.Context, r store.Reader, address string) (int64, error) {
	var id int64
	err := r.Query(ctx, store.Statement{
		SQL:     `SELECT id FROM images WHERE url_sha256 = $1`,
		Args:    []any{Digest(address)},
		ScanRow: func(row store.Row) error { return row.Scan(&id) },
	})
	return id, err
}

// All calls do with each image, in the order of IDs, some hundred in a query.
func All(ctx context.Context, s *store.Store, do func(Row) error) error {
	const batch = 500
	for last := int64(-1); ; {
		var args store.Args
		sq := columns(s.Builder().NewSelect().TableExpr("images AS i")).Where("i.id > ?", args.Bind(last)).OrderExpr("i.id").
			Limit(batch)
		n := 0
		var rows []Row
		err := s.Reader().Query(ctx, store.Statement{
			SQL: sq.String(), Args: args.Values(),
			ScanRow: func(row store.Row) error {
				var i Row
				n++
				err := row.Scan(i.targets()...)
				rows = append(rows, i)
				return err
			},
		})
		for _, i := range rows {
			if last = i.ID; err == nil {
				err = do(i)
			}
		}
		if err != nil || n < batch {
			return err
		}
	}
}
