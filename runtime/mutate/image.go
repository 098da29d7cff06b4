package mutate

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"

	"github.com/uptrace/bun"

	"almanac/runtime/filter"
	"almanac/runtime/linkids"
	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/request"
	"almanac/runtime/store"
	"almanac/runtime/text"
)

// SetImage sets the featured image: a registered one by id or by address, which
// is registered when it is new.  "" removes it.
func SetImage(c *Mutation, p *model.Post, field string, o param.Opt[string]) {
	if !o.IsPresent() {
		return
	}
	id, number := int64(0), text.Digits(o.Value)
	if number {
		id, _ = strconv.ParseInt(o.Value, 10, 64)
	}
	switch {
	case o.Value == "" || number && id == 0:
		p.ImageID, p.Image = 0, model.Image{}
	case number && id == p.ImageID, o.Value == p.Image.URL: // Sent back as it was read.
	case number:
		imageByID(c, p, field, id)
	default:
		imageByURL(c, p, field, o.Value)
	}
}

// imageByURL sets the image with an address.  Who may not publish uses what is
// registered, and adds nothing.
func imageByURL(c *Mutation, p *model.Post, field, address string) {
	var found model.Image
	c.lock("images", address)
	c.queueQuery(func() (err error) {
		if found.ID == 0 && c.Kind.Permissions.CanPublish(c.Caller) {
			found, err = c.RegisterImage(model.Image{URL: address})
		}
		if err == nil && found.ID == 0 {
			c.Fail(field, "%s must be the ID or the address of a registered image: your role may not add new ones.", field)
		}
		p.ImageID, p.Image = found.ID, found
		return err
	}, findImage(c, "url_sha256", addressDigest(address), c.Kind.Permissions.CanPublish(c.Caller), &found))
}

// addressDigest returns what an image is found by: an address may be longer than
// what an index takes.
func addressDigest(address string) string {
	sum := sha256.Sum256([]byte(address))
	return hex.EncodeToString(sum[:])
}

// imageByID sets a registered image.
func imageByID(c *Mutation, p *model.Post, field string, id int64) {
	var found model.Image
	c.queueQuery(func() error {
		if found.ID == 0 {
			c.Fail(field, "%s: there is no registered image with the ID %d.", field, id)
			return nil
		}
		p.ImageID, p.Image = found.ID, found
		return nil
	}, findImage(c, "id", id, false, &found))
}

// findImage returns the statement that reads the image with a value in a column:
// any image, or only one that exists for the caller.  Found stays the zero Image
// when there is none.
func findImage(c *Mutation, column string, value any, anyone bool, found *model.Image) store.Statement {
	anyone = anyone || editsEverything(c)
	purpose := "visible image by " + column
	if anyone {
		purpose = "image by " + column
	}
	text := c.Env.SQLCache.Get(request.SQLKey{Purpose: purpose, Role: c.Caller.Role, Known: c.Caller.User != 0}, func(args *store.Args) string {
		sq := c.Env.Store.Builder().NewSelect().TableExpr("images AS i").ColumnExpr("i.id").ColumnExpr(model.ImageColumns("i")).
			Where("? = ?", bun.Ident("i."+column), args.Bind(nil))
		if !anyone {
			seesImage(c, args, sq)
		}
		return sq.String()
	})
	args := []any{value}
	for len(args) < text.Values {
		args = append(args, c.Caller.User)
	}
	return store.Statement{SQL: text.SQL, Args: args, ScanRow: func(row store.Row) error {
		return row.Scan(append([]any{&found.ID}, found.Targets(nil)...)...)
	}}
}

// editsEverything reports whether the caller may see all posts: then no image is
// hidden.
func editsEverything(c *Mutation) bool {
	return !slices.ContainsFunc(c.Env.Resources, func(k *model.Resource) bool { return k.Post && !k.Permissions.CanEditOthers(c.Caller) })
}

// seesImage narrows a query to the images i that exist for the caller: those that
// the caller registered, and those of records that the caller may see with their
// content.  All further values are the caller's id.
func seesImage(c *Mutation, args *store.Args, sq *bun.SelectQuery) {
	conditions, uses := "i.author = ?", []any{args.Bind(nil)}
	for _, k := range c.Env.Resources {
		if !k.Post {
			continue
		}
		use := c.Env.Store.Builder().NewSelect().TableExpr("? AS r", bun.Ident(k.Plural)).ColumnExpr("1").
			Where("r.image_id = i.id").Where("r.password = '' OR r.author = ?", args.Bind(nil))
		c.Scope().AllLanguages().WhereVisible(k.Permissions, args, "r", filter.ConditionsOf(use))
		conditions, uses = conditions+" OR EXISTS (?)", append(uses, use)
	}
	sq.Where(conditions, uses...)
}

// RegisterImage returns the image with the address of the given one; it is
// registered first, by the caller, when it is new.  The same address always has the
// same id.
func (c *Mutation) RegisterImage(image model.Image) (model.Image, error) {
	s := c.Env.Store
	var found model.Image
	c.lock("images", image.URL)
	err := c.Store.Batch(c.context(), append(c.locking(), findImage(c, "url_sha256", addressDigest(image.URL), true, &found)))
	if err != nil || found.ID != 0 {
		return found, err
	}
	if image.ID != 0 {
		err = s.ReserveID(c.context(), c.Store, "post_id_sequence", image.ID, "image")
	} else {
		image.ID, err = s.NextID(c.context(), c.Store, "post_id_sequence", "image")
	}
	if err != nil {
		return model.Image{}, err
	}
	now := string(c.UTC())
	c.Store.Queue(store.Statement{
		SQL: `INSERT INTO images (id, url, url_sha256, width, height, filesize, sizes, author, title, alt, caption, stored_bytes, created_utc, modified_utc) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
		Args: []any{
			image.ID, image.URL, addressDigest(image.URL), image.Width, image.Height, image.FileSize, image.Sizes, c.Caller.User,
			image.Title, image.Alt, image.Caption, image.StoredBytes, now, now,
		},
	})
	return image, nil
}

// bumpVersionsWithImage makes new versions of the records that have the image, of those
// resources that others link to: responses about these keep what they show of a record
// by its version.
func bumpVersionsWithImage(c *Mutation, id int64) {
	raised := map[*model.Resource]bool{}
	for _, k := range c.Env.Resources {
		for _, link := range k.Links {
			if target := link.Target; target.Post && !raised[target] {
				var args store.Args
				c.run("UPDATE ? SET ? WHERE image_id = ?", &args, bun.Ident(target.Plural), linkids.BumpVersionSQL(target), args.Bind(id))
				raised[target] = true
			}
		}
	}
}
