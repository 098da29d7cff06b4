package mutate

import (
	"strconv"
	"strings"

	"github.com/uptrace/bun"

	"almanac/runtime/apierror"
	"almanac/runtime/images"
	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/request"
	"almanac/runtime/store"
	"almanac/runtime/text"
)

// SetImage sets the featured image: a registered one by id or by address, which
// is registered when it is new, or the uploaded file.  "" removes it.
func SetImage(m *Mutation, p *model.Post, field string, o param.Opt[string]) {
	if !o.IsPresent() {
		return
	}
	id, number := int64(0), text.Digits(o.Value)
	if number {
		id, _ = strconv.ParseInt(o.Value, 10, 64)
	}
	// An image of the media store has its path alone, without the site's URL.
	address := o.Value
	if path, ok := strings.CutPrefix(address, m.Env.Deployment.SiteURL); ok && strings.HasPrefix(path, model.UploadsPath) {
		address = path
	}
	switch {
	case o.Value == "" || number && id == 0:
		p.ImageID, p.Image = 0, model.Image{}
	case number && id == p.ImageID, o.Value == p.Image.URL, address == p.Image.URL: // Sent back as it was read.
	case number:
		m.imageByID(p, field, id)
	case strings.HasPrefix(o.Value, param.UploadPrefix):
		m.uploadedImage(p, field, o.Value)
	default:
		m.imageByURL(p, field, o.Value, address)
	}
}

// uploadedImage registers the image of the uploaded file.
func (m *Mutation) uploadedImage(p *model.Post, field, value string) {
	if m.Uploaded == nil || m.Upload == nil || m.Upload.Value() != value {
		m.Fail(field, "%s must be an image file, or the ID or URL of an image.", apierror.Param(field))
		return
	}
	image := *m.Uploaded
	m.lock("images", image.URL)
	m.queueQuery(func() error {
		if err := images.CheckQuota(m.Context(), m.Request, m.Store, image); err != nil {
			return err
		}
		found, err := m.RegisterImage(image)
		p.ImageID, p.Image = found.ID, found
		return err
	})
}

// imageByURL sets the image with an address, or with the other form stored that the address
// of one in the media store has.  A caller who may not publish registers no new one.
func (m *Mutation) imageByURL(p *model.Post, field, address, stored string) {
	var found, own model.Image
	mayAdd := m.Resource.Permissions.CanPublish(m.Caller)
	m.lock("images", address)
	statements := []store.Statement{m.imageStatement("url_sha256", images.Digest(address), mayAdd, &found)}
	if stored != address {
		statements = append(statements, m.imageStatement("url_sha256", images.Digest(stored), mayAdd, &own))
	}
	m.queueQuery(func() (err error) {
		if own.ID != 0 {
			found = own
		}
		if _, file := model.StoredName(address); found.ID == 0 && mayAdd && !file {
			found, err = m.RegisterImage(model.Image{URL: address})
		}
		switch {
		case err != nil || found.ID != 0:
		case mayAdd: // It would be a file of the media store.
			m.Fail(field, "%s: there is no registered image with this URL.", apierror.Param(field))
		default:
			m.Fail(field,
				"%s must be the ID or URL of a registered image: your role does not allow adding images by URL.",
				apierror.Param(field))
		}
		p.ImageID, p.Image = found.ID, found
		return err
	}, statements...)
}

// imageByID sets a registered image.
func (m *Mutation) imageByID(p *model.Post, field string, id int64) {
	var found model.Image
	m.queueQuery(func() error {
		if found.ID == 0 {
			m.Fail(field, "%s: there is no registered image with the ID %s.", apierror.Param(field), apierror.ID(id))
			return nil
		}
		p.ImageID, p.Image = found.ID, found
		return nil
	}, m.imageStatement("id", id, false, &found))
}

// imageStatement returns the statement that reads the image with a value in a column:
// any image, or only one that the caller may see.  Found stays the zero Image when there
// is none.
func (m *Mutation) imageStatement(column string, value any, anyone bool, found *model.Image) store.Statement {
	anyone = anyone || images.SeesAll(m.Env, m.Caller)
	purpose := "visible image by " + column
	if anyone {
		purpose = "image by " + column
	}
	key := request.SQLKey{Purpose: purpose, Role: m.Caller.Role, Known: m.Caller.User != 0}
	text := m.Env.SQLCache.Get(key, func(args *store.Args) string {
		sq := m.Env.Store.Builder().NewSelect().TableExpr("images AS i").ColumnExpr("i.id").
			ColumnExpr(model.ImageColumns("i")).
			ColumnExpr("i.title").ColumnExpr("i.caption").ColumnExpr("i.stored_bytes").
			Where("? = ?", bun.Ident("i."+column), args.Bind(nil))
		if !anyone {
			images.WhereVisible(m.Env, m.Scope(), args, sq)
		}
		return sq.String()
	})
	args := []any{value}
	for len(args) < text.Values {
		args = append(args, m.Caller.User)
	}
	return store.Statement{SQL: text.SQL, Args: args, ScanRow: func(row store.Row) error {
		return row.Scan(append(found.Targets([]any{&found.ID}), &found.Title, &found.Caption, &found.StoredBytes)...)
	}}
}

// RegisterImage returns the image with the address of the given one; it is
// registered first, by the caller, when it is new.  The same address always has the
// same id.
func (m *Mutation) RegisterImage(image model.Image) (model.Image, error) {
	now := string(m.UTC())
	return m.registerRow(images.Row{Image: image, Author: m.Caller.User, Created: now, Modified: now})
}

// registerRow is RegisterImage with an author and times.
func (m *Mutation) registerRow(image images.Row) (model.Image, error) {
	s := m.Env.Store
	var found model.Image
	m.lock("images", image.URL)
	err := m.Store.Batch(m.Context(),
		append(m.lockStatements(), m.imageStatement("url_sha256", images.Digest(image.URL), true, &found)))
	if err != nil || found.ID != 0 {
		return found, err
	}
	if image.ID != 0 {
		err = s.ReserveID(m.Context(), m.Store, "post_id_sequence", image.ID, "image")
	} else {
		image.ID, err = s.NextID(m.Context(), m.Store, "post_id_sequence", "image")
	}
	if err != nil {
		return model.Image{}, err
	}
	m.Store.Queue(images.InsertStatement(image))
	return image.Image, nil
}
