package runtime

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"path"
	"strconv"
	"strings"

	"github.com/uptrace/bun"

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

// Image sets the featured image: a registered one by id or by address, which
// is registered when it is new.  "" removes it.
func (c *Change) Image(p *Post, field string, o param.Opt[string]) {
	if !o.Sent() {
		return
	}
	id, number := int64(0), digits(o.V)
	if number {
		id, _ = strconv.ParseInt(o.V, 10, 64)
	}
	switch {
	case o.V == "" || number && id == 0:
		p.ImageID, p.Image = 0, Image{}
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
	}, findImage(imageWithURL, addressDigest(address), &found))
}

// imageWithURL selects what findImage reads by the digest of the address.
const imageWithURL = `SELECT id, url, width, height, filesize, sizes FROM images WHERE url_sha256 = $1`

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
	}, findImage(`SELECT id, url, width, height, filesize, sizes FROM images WHERE id = $1`, id, &found))
}

// findImage returns the statement that reads an image, which stays the zero Image
// when there is none.
func findImage(sql string, value any, found *Image) store.Statement {
	return store.Statement{SQL: sql, Args: []any{value}, Each: func(row store.Row) error {
		return row.Scan(append([]any{&found.ID}, found.targets(nil)...)...)
	}}
}

// RegisterImage returns the image with the address of the given one; it is
// registered first when it is new.  The same address always has the same id.
func (c *Change) RegisterImage(image Image) (Image, error) {
	s := c.Env.Store
	var found Image
	c.lock("images", image.URL)
	err := c.Store.Batch(c.context(), append(c.locking(), findImage(imageWithURL, addressDigest(image.URL), &found)))
	if err != nil || found.ID != 0 {
		return found, err
	}
	if image.ID != 0 {
		err = s.TakeID(c.context(), c.Store, "post_ids", image.ID, "image")
	} else {
		image.ID, err = s.NextID(c.context(), c.Store, "post_ids", "image")
	}
	if err != nil {
		return Image{}, err
	}
	c.Store.Queue(store.Statement{
		SQL:  `INSERT INTO images (id, url, url_sha256, width, height, filesize, sizes) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		Args: []any{image.ID, image.URL, addressDigest(image.URL), image.Width, image.Height, image.FileSize, image.Sizes},
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
