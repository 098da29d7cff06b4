package runtime

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/uptrace/bun"

	"almanac/runtime/filter"
	"almanac/runtime/param"
	"almanac/runtime/store"
)

// Image is a registered image.  The service knows its address and what a
// former site said about it; it never fetches it.
type Image struct {
	ID       int64
	URL      string
	Width    int64  // Pixels, 0 when unknown.
	Height   int64  // Pixels, 0 when unknown.
	FileSize int64  // Bytes, 0 when unknown.
	Sizes    string // JSON object of smaller versions, "" when unknown.
}

// targets returns scan targets in the order of withRecordColumns.
func (i *Image) targets(list []any) []any {
	return append(list, &i.URL, &i.Width, &i.Height, &i.FileSize, &i.Sizes)
}

// ImageView is an image in an answer.
type ImageView struct {
	URL       string          `json:"url" doc:"Address of the image"`
	ID        int64           `json:"id" doc:"Image ID"`
	Extension string          `json:"extension" doc:"File name extension"`
	Width     int64           `json:"width,omitempty" doc:"Pixels"`
	Height    int64           `json:"height,omitempty" doc:"Pixels"`
	FileSize  int64           `json:"filesize,omitempty" doc:"Bytes"`
	Sizes     json.RawMessage `json:"sizes,omitempty" doc:"Smaller versions by name"`
}

// view returns the image as answers show it, nil when the record has none.
func (i Image) view() *ImageView {
	if i.ID == 0 {
		return nil
	}
	v := &ImageView{URL: i.URL, ID: i.ID, Extension: extension(i.URL), Width: i.Width, Height: i.Height, FileSize: i.FileSize}
	if i.Sizes != "" {
		v.Sizes = json.RawMessage(i.Sizes)
	}
	return v
}

// extension returns the file name extension of an address without its dot.
func extension(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(path.Ext(u.Path), ".")
}

// otherFiles are the extensions of well-known files that are no images.  What is
// not among them may be one: many addresses of images end in anything or nothing.
var otherFiles = func() map[string]bool {
	set := map[string]bool{}
	for _, extension := range strings.Fields("7z aac apk avi bz2 css csv dmg doc docx eot epub exe flac flv gz htm html ics iso jar js json m4a m4v md mid midi " +
		"mjs mkv mov mp3 mp4 mpeg mpg odp ods odt oga ogg ogv otf pdf ppt pptx rar rtf sql swf tar tgz tsv ttf txt vcf wasm wav webm wma wmv woff woff2 " +
		"xhtml xls xlsx xml xz zip") {
		set[extension] = true
	}
	return set
}()

// Image sets the featured image: a registered one by id or by address, which
// is registered when it is new.  "" removes it.
func (c *Change) Image(p *Post, field string, o param.Opt[string]) {
	if !o.Sent() {
		return
	}
	id, number := int64(0), Digits(o.V)
	if number {
		id, _ = strconv.ParseInt(o.V, 10, 64)
	}
	switch {
	case o.V == "" || number && id == 0:
		p.ImageID, p.Image = 0, Image{}
	case number && id == p.ImageID, o.V == p.Image.URL: // Sent back as it was read.
	case number:
		c.imageByID(p, field, id)
	default:
		c.imageByURL(p, field, o.V)
	}
}

// imageByURL sets the image with an address.  Who may not publish uses what is
// registered, and adds nothing.
func (c *Change) imageByURL(p *Post, field, address string) {
	var found Image
	c.lock("images", address)
	c.ask(func() (err error) {
		if found.ID == 0 && c.Kind.Access.Publishes(c.Caller) {
			found, err = c.RegisterImage(Image{URL: address})
		}
		if err == nil && found.ID == 0 {
			c.fail(field, "%s must be the ID or the address of a registered image: your role may not add new ones.", field)
		}
		p.ImageID, p.Image = found.ID, found
		return err
	}, c.findImage("url_sha256", addressDigest(address), c.Kind.Access.Publishes(c.Caller), &found))
}

// addressDigest returns what an image is found by: an address may be longer than
// what an index takes.
func addressDigest(address string) string {
	sum := sha256.Sum256([]byte(address))
	return hex.EncodeToString(sum[:])
}

// imageByID sets a registered image.
func (c *Change) imageByID(p *Post, field string, id int64) {
	var found Image
	c.ask(func() error {
		if found.ID == 0 {
			c.fail(field, "%s: there is no registered image with the ID %d.", field, id)
			return nil
		}
		p.ImageID, p.Image = found.ID, found
		return nil
	}, c.findImage("id", id, false, &found))
}

// findImage returns the statement that reads the image with a value in a column:
// any image, or only one that exists for the caller.  Found stays the zero Image
// when there is none.
func (c *Change) findImage(column string, value any, whoever bool, found *Image) store.Statement {
	whoever = whoever || c.editsEverything()
	purpose := "visible image by " + column
	if whoever {
		purpose = "image by " + column
	}
	text := c.Env.texts.get(textKey{purpose: purpose, role: c.Caller.Role, known: c.Caller.User != 0}, func(args *store.Args) string {
		sq := c.Env.Store.Builder().NewSelect().TableExpr("images AS i").ColumnExpr("i.id, i.url, i.width, i.height, i.filesize, i.sizes").
			Where("? = ?", bun.Ident("i."+column), args.Bind(nil))
		if !whoever {
			c.seesImage(args, sq)
		}
		return sq.String()
	})
	args := []any{value}
	for len(args) < text.values {
		args = append(args, c.Caller.User)
	}
	return store.Statement{SQL: text.sql, Args: args, ScanRow: func(row store.Row) error {
		return row.Scan(append([]any{&found.ID}, found.targets(nil)...)...)
	}}
}

// editsEverything reports whether the caller may see all posts: then no image is
// hidden.
func (c *Change) editsEverything() bool {
	return !slices.ContainsFunc(c.Env.Kinds, func(k *Kind) bool { return k.Post && !k.Access.EditsOthers(c.Caller) })
}

// seesImage narrows a query to the images i that exist for the caller: those that
// the caller registered, and those of records that the caller may see with their
// content.  All further values are the caller's id.
func (c *Change) seesImage(args *store.Args, sq *bun.SelectQuery) {
	conditions, uses := "i.author = ?", []any{args.Bind(nil)}
	for _, k := range c.Env.Kinds {
		if !k.Post {
			continue
		}
		use := c.Env.Store.Builder().NewSelect().TableExpr("? AS r", bun.Ident(k.Plural)).ColumnExpr("1").
			Where("r.image_id = i.id").Where("r.password = '' OR r.author = ?", args.Bind(nil))
		c.scope().Anywhere().Visible(k.Access, args, "r", filter.On(use))
		conditions, uses = conditions+" OR EXISTS (?)", append(uses, use)
	}
	sq.Where(conditions, uses...)
}

// RegisterImage returns the image with the address of the given one; it is
// registered first, by the caller, when it is new.  The same address always has the
// same id.
func (c *Change) RegisterImage(image Image) (Image, error) {
	s := c.Env.Store
	var found Image
	c.lock("images", image.URL)
	err := c.Store.Batch(c.context(), append(c.locking(), c.findImage("url_sha256", addressDigest(image.URL), true, &found)))
	if err != nil || found.ID != 0 {
		return found, err
	}
	if image.ID != 0 {
		err = s.ReserveID(c.context(), c.Store, "post_ids", image.ID, "image")
	} else {
		image.ID, err = s.NextID(c.context(), c.Store, "post_ids", "image")
	}
	if err != nil {
		return Image{}, err
	}
	c.Store.Queue(store.Statement{
		SQL:  `INSERT INTO images (id, url, url_sha256, width, height, filesize, sizes, author) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		Args: []any{image.ID, image.URL, addressDigest(image.URL), image.Width, image.Height, image.FileSize, image.Sizes, c.Caller.User},
	})
	return image, nil
}

// raiseWithImage makes new versions of the records that have the image, of those
// kinds that others link to: answers about these keep what they show of a record
// by its version.
func (c *Change) raiseWithImage(id int64) {
	raised := map[*Kind]bool{}
	for _, k := range c.Env.Kinds {
		for _, link := range k.Links {
			if target := link.Target; target.Post && !raised[target] {
				var args store.Args
				c.run("UPDATE ? SET ? WHERE image_id = ?", &args, bun.Ident(target.Plural), target.raising(), args.Bind(id))
				raised[target] = true
			}
		}
	}
}
