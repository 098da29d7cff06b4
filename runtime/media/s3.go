package media

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"net/http"
	"net/url"
	"path"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// bucket is a media store in a bucket of S3, or of what speaks its protocol.
type bucket struct {
	client *minio.Client
	name   string
	prefix string // Of all keys: "" or with a slash at the end.
	url    string
	stall  time.Duration // How long a call may make no progress.
}

var _ Store = (*bucket)(nil)

// openBucket returns the store of s3://BUCKET/PREFIX?endpoint=HOST:PORT&region=REGION&insecure=true,
// in which all but the bucket may be missing. Credentials come from the variables AWS_ACCESS_KEY_ID
// and AWS_SECRET_ACCESS_KEY, from ~/.aws/credentials, or from the role of the machine.
func openBucket(text string) (Store, error) {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.User != nil {
		return nil,
			errors.New("must be s3://BUCKET or s3://BUCKET/PREFIX, without credentials: set them in AWS_ACCESS_KEY_ID and " +
				"AWS_SECRET_ACCESS_KEY")
	}
	prefix := strings.Trim(u.Path, "/")
	if prefix != "" && !ValidName(prefix) {
		return nil, fmt.Errorf("must have a valid prefix of keys, not %q", prefix)
	}
	query := u.Query() //nolint:forbidigo // Of a setting; there is no request.
	for name := range query {
		if name != "endpoint" && name != "region" && name != "insecure" {
			return nil, fmt.Errorf("must have no parameters but endpoint, region and insecure, not %q", name)
		}
	}
	endpoint := query.Get("endpoint")
	if endpoint == "" {
		endpoint = "s3.amazonaws.com"
	}
	client, err := minio.New(endpoint, &minio.Options{
		Creds: credentials.NewChainCredentials([]credentials.Provider{
			&credentials.EnvAWS{}, &credentials.FileAWSCredentials{}, &credentials.IAM{},
		}),
		Secure: query.Get("insecure") != "true", Region: query.Get("region"),
	})
	if err != nil {
		return nil, fmt.Errorf("must have a valid endpoint: %w", err)
	}
	s := &bucket{client: client, name: u.Host, url: text, stall: 30 * time.Second}
	if prefix != "" {
		s.prefix = prefix + "/"
	}
	return s, nil
}

// String returns the URL of the bucket.
func (b *bucket) String() string { return b.url }

// Put sends the content as one object, which the service makes visible when it is whole.
func (b *bucket) Put(ctx context.Context, name string, content io.Reader, size int64) error {
	if err := validate(name); err != nil {
		return err
	}
	ctx, call := b.watch(ctx)
	defer call.end()
	exact := &exactReader{from: content, left: size, call: call}
	_, err := b.client.PutObject(ctx, b.name, b.prefix+name, exact, size, minio.PutObjectOptions{DisableMultipart: true})
	switch {
	case exact.wrong:
		return fmt.Errorf("store %s: %w", name, ErrWrongSize)
	case isFull(err):
		return fmt.Errorf("store %s: %w: %w", name, ErrFull, err)
	case err != nil:
		return fmt.Errorf("store %s: %w", name, call.explain(err))
	}
	return nil
}

// isFull reports whether a service says that it has no space left: that of the bucket, of
// its owner, or its own.
func isFull(err error) bool {
	response := minio.ToErrorResponse(err)
	switch response.Code {
	case "QuotaExceeded", "XMinioAdminBucketQuotaExceeded", "XMinioStorageFull", "InsufficientStorage":
		return true
	}
	return response.StatusCode == http.StatusInsufficientStorage
}

// call is a call of the service, which is ended when it makes no progress.
type call struct {
	ctx    context.Context //nolint:containedctx // That of the call.
	cancel context.CancelCauseFunc
	timer  *time.Timer
	stall  time.Duration
}

func (b *bucket) watch(ctx context.Context) (context.Context, *call) {
	ctx, cancel := context.WithCancelCause(ctx)
	c := &call{ctx: ctx, cancel: cancel, stall: b.stall}
	c.timer = time.AfterFunc(b.stall, func() { cancel(ErrStalled) })
	return ctx, c
}

// progress notes that the call goes on.
func (c *call) progress() { c.timer.Reset(c.stall) }

// pause notes that it is the caller who does not go on.
func (c *call) pause() { c.timer.Stop() }

func (c *call) end() {
	c.timer.Stop()
	c.cancel(nil)
}

// explain returns ErrStalled for the error of a call that was ended.
func (c *call) explain(err error) error {
	if err != nil && errors.Is(context.Cause(c.ctx), ErrStalled) {
		return fmt.Errorf("%w: %w", ErrStalled, err)
	}
	return err
}

// exactReader returns an error in the place of the last bytes of content that has another
// length than it should have, so that no object is made of it.
type exactReader struct {
	from  io.Reader
	left  int64
	call  *call
	wrong bool
}

// Read reads from the content.
func (r *exactReader) Read(p []byte) (int, error) {
	r.call.pause()
	n, err := r.from.Read(p)
	r.call.progress()
	r.left -= int64(n)
	if r.left == 0 && err == nil { // Is that all?
		var more [1]byte
		m, _ := io.ReadFull(r.from, more[:])
		r.left -= int64(m)
	}
	if r.wrong = r.left < 0 || r.left > 0 && err == io.EOF; r.wrong {
		return 0, ErrWrongSize
	}
	return n, err
}

// Open asks for the object's size; its content is read from where the reader is.
func (b *bucket) Open(ctx context.Context, name string) (*File, error) {
	if err := validate(name); err != nil {
		return nil, errors.Join(err, fs.ErrNotExist)
	}
	ctx, call := b.watch(ctx)
	object, err := b.client.GetObject(ctx, b.name, b.prefix+name, minio.GetObjectOptions{})
	if err != nil {
		call.end()
		return nil, err
	}
	info, err := object.Stat()
	if call.pause(); err != nil {
		if err = call.explain(err); minio.ToErrorResponse(err).Code == minio.NoSuchKey {
			err = errors.Join(err, fs.ErrNotExist)
		}
		call.end()
		return nil, errors.Join(err, object.Close())
	}
	return &File{ReadSeekCloser: &openObject{object, call}, Info: b.info(info)}, nil
}

// openObject is an object that is read.
type openObject struct {
	*minio.Object
	call *call
}

// Read reads from the object: a little, as the object waits until all that is asked for is
// there.
func (o *openObject) Read(p []byte) (int, error) {
	const piece = 32 << 10
	o.call.progress()
	defer o.call.pause()
	n, err := o.Object.Read(p[:min(len(p), piece)])
	if err != nil && err != io.EOF { //nolint:errorlint // As readers return it.
		err = o.call.explain(err)
	}
	return n, err
}

// Close ends the call.
func (o *openObject) Close() error {
	defer o.call.end()
	return o.Object.Close()
}

// info returns what the service knows of an object.
func (b *bucket) info(o minio.ObjectInfo) Info {
	return Info{
		Name: strings.TrimPrefix(o.Key, b.prefix), Size: o.Size, Modified: o.LastModified, Tag: strings.Trim(o.ETag, `"`),
	}
}

// Remove removes objects, one after the other: not all services remove many at once.
func (b *bucket) Remove(ctx context.Context, names ...string) error {
	ctx, call := b.watch(ctx)
	defer call.end()
	var failed []error
	for _, name := range names {
		call.progress()
		if err := validate(name); err != nil {
			failed = append(failed, err)
		} else if err := b.client.RemoveObject(ctx, b.name, b.prefix+name, minio.RemoveObjectOptions{}); err != nil &&
			minio.ToErrorResponse(err).Code != minio.NoSuchKey {
			failed = append(failed, call.explain(err))
		}
	}
	return errors.Join(failed...)
}

// All lists the objects, a page at a time.
func (b *bucket) All(ctx context.Context) iter.Seq2[Info, error] {
	return func(yield func(Info, error) bool) {
		ctx, call := b.watch(ctx)
		defer call.end()
		for o := range b.client.ListObjectsIter(ctx, b.name, minio.ListObjectsOptions{Prefix: b.prefix, Recursive: true}) {
			if call.pause(); o.Err != nil {
				yield(Info{}, fmt.Errorf("list %s: %w", path.Join(b.name, b.prefix), call.explain(o.Err)))
				return
			}
			if info := b.info(o); ValidName(info.Name) && !yield(info, nil) {
				return
			}
			call.progress()
		}
	}
}
