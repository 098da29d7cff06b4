package images

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"almanac/runtime/apierror"
	"almanac/runtime/audit"
	"almanac/runtime/idempotency"
	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/request"
	"almanac/runtime/store"
	"almanac/runtime/text"
)

// AuditResource is the name of images in the audit log.
const AuditResource = "image"

// Texts are the texts of an image, which uploads and updates take.
type Texts struct {
	Title   param.Opt[string] `json:"title" rule:"maxLength=2000" doc:"Title; the file name if empty"`
	AltText param.Opt[string] `json:"alt_text" rule:"maxLength=2000" doc:"Alternative text for people who can't see the image"`
	Caption param.Opt[string] `json:"caption" rule:"maxLength=2000" doc:"Caption"`
}

// inTx runs a write in a transaction, which is rolled back after a dry run.
func inTx(r *request.Request, write func(context.Context, store.Writer) error) error {
	err := r.Env.Store.RunInTx(r.Context(), func(ctx context.Context, w store.Writer) error {
		if err := write(ctx, w); err != nil || !r.Dry {
			return err
		}
		if err := w.Flush(ctx); err != nil {
			return err
		}
		return store.ErrRollback
	})
	if errors.Is(err, store.ErrRollback) {
		return nil
	}
	return err
}

// apply changes the texts of an image; what was not sent stays as it is, and null empties.
func (t Texts) apply(i *model.Image) {
	for _, change := range []struct {
		sent param.Opt[string]
		to   *string
	}{{t.Title, &i.Title}, {t.AltText, &i.Alt}, {t.Caption, &i.Caption}} {
		if change.sent.IsPresent() {
			*change.to = text.PlainVerbatim(change.sent.Value)
		}
	}
}

// Create stores the uploaded file of a request and adds the image. Files come first, and
// the row in one transaction, so that no image is without its file. It reports whether the
// image was added before, by a request with the same idempotency key.
func Create(r *request.Request, t Texts) (v *MediaView, replayed bool, err error) {
	if r.Upload == nil {
		return nil, false, apierror.New(http.StatusBadRequest, "rest_upload_no_data",
			"The request has no file: send it in the \"file\" field of a multipart form, or as the body.")
	}
	if f := r.Params.Err(); f != nil {
		return nil, false, f
	}
	key, err := idempotency.Key(r)
	if err != nil {
		return nil, false, err
	}
	if err := Store(r); err != nil {
		return nil, false, err
	}
	defer func() { DiscardUploaded(r, err) }()
	t.apply(r.Uploaded)
	err = inTx(r, func(ctx context.Context, w store.Writer) error {
		v, replayed, err = insert(r.WithContext(ctx), w, *r.Uploaded, key)
		return err
	})
	if err != nil {
		return nil, false, err
	}
	if !r.Dry && !replayed {
		r.Uploaded = nil
	}
	return v, replayed, nil
}

// insert adds the row of an image in a transaction, unless it was added under the key before.
func insert(r *request.Request, w store.Writer, image model.Image,
	key string,
) (v *MediaView, replayed bool, err error) {
	earlier, err := idempotency.Load(r, w, key)
	if err != nil {
		return nil, false, err
	}
	if earlier != nil {
		v := new(MediaView)
		return v, true, json.Unmarshal([]byte(earlier.Body), v)
	}
	if err := CheckQuota(r.Context(), r, w, image); err != nil {
		return nil, false, err
	}
	if image.ID, err = r.Env.Store.NextID(r.Context(), w, "post_id_sequence", "image"); err != nil {
		return nil, false, err
	}
	now := string(r.UTC())
	w.Queue(InsertStatement(Row{Image: image, Author: r.Caller.User, Created: now, Modified: now}))
	note(r, w, audit.ActionCreated, image.ID)
	v = ViewOf(r, Row{Image: image, Author: r.Caller.User, Created: now, Modified: now})
	if key == "" {
		return v, false, nil
	}
	body, err := json.Marshal(v)
	idempotency.Keep(r, w, key, request.StoredResponse{Status: http.StatusCreated, Body: string(body)})
	return v, false, err
}

// DiscardUploaded removes the files of an upload that a call has not registered: it was
// refused, was only tried, was made before, or has panicked. After other errors the row may
// be there, so that the files stay.
func DiscardUploaded(r *request.Request, err error) {
	f := apierror.As(err)
	if r.Uploaded != nil && (err == nil || f != nil && f.Status < http.StatusInternalServerError) {
		Discard(r, *r.Uploaded)
	}
}

// CheckQuota returns the error of an upload for which its user has no room.
func CheckQuota(ctx context.Context, r *request.Request, w store.Writer, image model.Image) error {
	limit := r.Env.MediaLimits.UserBytes
	if limit <= 0 || image.StoredBytes == 0 {
		return nil
	}
	var used int64
	err := w.Batch(ctx, append(r.Env.Store.SQL().LockStatements("images of "+r.Caller.Name), store.Statement{
		SQL:     "SELECT CAST(COALESCE(SUM(stored_bytes), 0) AS bigint) FROM images WHERE author = $1",
		Args:    []any{r.Caller.User},
		ScanRow: func(row store.Row) error { return row.Scan(&used) },
	}))
	if err == nil && used+image.StoredBytes > limit {
		err = apierror.New(http.StatusBadRequest, "rest_upload_limited_space",
			"Your uploads would take up %d bytes; the limit is %d. Delete some first.", used+image.StoredBytes, limit)
	}
	return err
}

// note adds what was done with an image to the audit.
func note(r *request.Request, w store.Writer, action string, id int64) {
	audit.Add(w, actorOf(r), []audit.Change{{Action: action, Resource: AuditResource, Record: id}})
}

// actorOf returns who makes a request.
func actorOf(r *request.Request) audit.Actor {
	return audit.Actor{At: r.Now, User: r.Caller.User, Name: r.Caller.Name, Address: r.Address, Request: r.ID}
}

// changedBy returns who makes a request that changes records.
func changedBy(r *request.Request) audit.Actor {
	by := actorOf(r)
	by.Change = audit.NewChange(r.Now)
	return by
}

// Update changes the texts of the image with an ID.
func Update(r *request.Request, id int64, t Texts) (*MediaView, error) {
	if f := r.Params.Err(); f != nil {
		return nil, f
	}
	var changed *Row
	err := change(r, id, "rest_cannot_edit", func(w store.Writer, i *Row) {
		before := i.Image
		if t.apply(&i.Image); i.Image != before {
			i.Modified = string(r.UTC())
			w.Queue(UpdateStatement(i.Image, i.Modified))
			note(r, w, audit.ActionUpdated, id)
			QueueVersions(w, r.Env, changedBy(r), id, false)
		}
		changed = i
	})
	if err != nil {
		return nil, err
	}
	return ViewOf(r, *changed), nil
}

// Delete deletes the image with an ID, takes it from the records that show it, and then
// removes its files. It returns what was deleted.
func Delete(r *request.Request, id int64) (*MediaView, error) {
	if f := r.Params.Err(); f != nil {
		return nil, f
	}
	var deleted *Row
	err := change(r, id, "rest_cannot_delete", func(w store.Writer, i *Row) {
		QueueVersions(w, r.Env, changedBy(r), id, true)
		w.Queue(store.Statement{SQL: "DELETE FROM images WHERE id = $1", Args: []any{id}})
		note(r, w, audit.ActionDeleted, id)
		deleted = i
	})
	if err != nil {
		return nil, err
	}
	if r.Env.Media != nil && !r.Dry {
		Discard(r, deleted.Image)
	}
	return ViewOf(r, *deleted), nil
}

// change runs do with an image that the caller may change: editors may change all, authors
// their own.
func change(r *request.Request, id int64, refusal string, do func(store.Writer, *Row)) error {
	return inTx(r, func(ctx context.Context, w store.Writer) error {
		var locked int64
		i, err := find(r.WithContext(ctx), w, id, r.Env.Store.SQL().LockRowStatements("images", "id", id, &locked)...)
		switch {
		case err != nil:
			return err
		case r.Caller.IsAnonymous():
			return r.Env.Unauthorized(refusal, "Sign in as a user who is allowed to do this.")
		case !r.Caller.CanChangeUploads() && (!r.Caller.CanUpload() || i.Author == 0 || i.Author != r.Caller.User):
			return apierror.New(http.StatusForbidden, refusal, "Your role does not allow changing this image.")
		}
		do(w, i)
		return nil
	})
}
