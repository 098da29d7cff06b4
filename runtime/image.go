package runtime

import (
	"encoding/json"
	"net/url"
	"path"
	"strconv"
	"strings"

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
func (i *Image) targets() []any {
	return []any{&i.URL, &i.Width, &i.Height, &i.FileSize, &i.Sizes}
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
func (c *Change) Image(p *Post, field string, o param.Opt[string]) { c.keep(c.setImage(p, field, o)) }

// setImage does the work of Image.
func (c *Change) setImage(p *Post, field string, o param.Opt[string]) error {
	switch {
	case !o.Sent():
		return nil
	case o.V == "":
		p.ImageID, p.Image = 0, Image{}
		return nil
	case digits(o.V):
		id, _ := strconv.ParseInt(o.V, 10, 64)
		if id == 0 {
			p.ImageID, p.Image = 0, Image{}
			return nil
		}
		return c.imageByID(p, field, id)
	}
	return c.imageByURL(p, field, o.V)
}

// imageByURL sets the image with an address.  Who may not publish uses what is
// registered, and adds nothing.
func (c *Change) imageByURL(p *Post, field, address string) error {
	get := c.RegisterImage
	if !c.Kind.Access.Publishes(c.Caller) {
		get = func(i Image) (Image, error) { return c.findImage(imageWithURL, i.URL) }
	}
	image, err := get(Image{URL: address})
	if err == nil && image.ID == 0 {
		c.fail(field, "%s must be the ID or the address of a registered image: your role may not add new ones.", field)
		return nil
	}
	p.ImageID, p.Image = image.ID, image
	return err
}

// imageWithURL selects what findImage reads by the address.
const imageWithURL = `SELECT id, url, width, height, filesize, sizes FROM images WHERE url = $1`

// imageByID sets a registered image.
func (c *Change) imageByID(p *Post, field string, id int64) error {
	found, err := c.findImage(`SELECT id, url, width, height, filesize, sizes FROM images WHERE id = $1`, id)
	if err == nil && found.ID == 0 {
		c.fail(field, "%s: there is no registered image with the ID %d.", field, id)
		return nil
	}
	p.ImageID, p.Image = found.ID, found
	return err
}

// findImage returns the first image of a query, the zero Image when there is
// none.
func (c *Change) findImage(sql string, value any) (Image, error) {
	var found Image
	err := c.Store.Query(c.context(), store.Statement{SQL: sql, Args: []any{value}, Each: func(row store.Row) error {
		return row.Scan(append([]any{&found.ID}, found.targets()...)...)
	}})
	return found, err
}

// RegisterImage returns the image with the address of the given one; it is
// registered first when it is new.  The same address always has the same id.
func (c *Change) RegisterImage(image Image) (Image, error) {
	s := c.Env.Store
	if err := s.Lock(c.context(), c.Store, "images/"+image.URL); err != nil {
		return Image{}, err
	}
	found, err := c.findImage(imageWithURL, image.URL)
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
	_, err = c.Store.Exec(c.context(), store.Statement{
		SQL:  `INSERT INTO images (id, url, width, height, filesize, sizes) VALUES ($1, $2, $3, $4, $5, $6)`,
		Args: []any{image.ID, image.URL, image.Width, image.Height, image.FileSize, image.Sizes},
	})
	return image, err
}
