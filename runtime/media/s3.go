package media

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"net/url"
	"path"
	"strings"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// bucket is a media store in a bucket of S3, or of what speaks its protocol.
type bucket struct {
	client *minio.Client
	name   string
	prefix string // Of all keys: "" or with a slash at the end.
	url    string
}

var _ Store = (*bucket)(nil)

// openBucket returns the store of s3://BUCKET/PREFIX?endpoint=HOST:PORT&region=REGION&insecure=true,
// in which all but the bucket may be missing. Credentials come from the variables AWS_ACCESS_KEY_ID
// and AWS_SECRET_ACCESS_KEY, from ~/.aws/credentials, or from the role of the machine.
func openBucket(text string) (Store, error) {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.User != nil {
		return nil, errors.New("must be s3://BUCKET or s3://BUCKET/PREFIX, without credentials: these are in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
	}
	prefix := strings.Trim(u.Path, "/")
	if prefix != "" && !ValidName(prefix) {
		return nil, fmt.Errorf("%q cannot be the beginning of keys", prefix)
	}
	query := u.Query() //nolint:forbidigo // Of a setting; there is no request.
	for name := range query {
		if name != "endpoint" && name != "region" && name != "insecure" {
			return nil, fmt.Errorf("?%s= is unknown: s3://BUCKET/PREFIX takes endpoint, region and insecure", name)
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
		return nil, fmt.Errorf("the endpoint: %w", err)
	}
	s := &bucket{client: client, name: u.Host, url: text}
	if prefix != "" {
		s.prefix = prefix + "/"
	}
	return s, nil
}

// String returns the URL of the bucket.
func (s *bucket) String() string { return s.url }

// Put sends the content as one object, which the service makes visible when it is whole.
func (s *bucket) Put(ctx context.Context, name string, content io.Reader, size int64) error {
	if err := validate(name); err != nil {
		return err
	}
	exact := &exactReader{from: content, left: size}
	_, err := s.client.PutObject(ctx, s.name, s.prefix+name, exact, size, minio.PutObjectOptions{DisableMultipart: true})
	switch {
	case exact.wrong:
		return fmt.Errorf("store %s: %w", name, ErrWrongSize)
	case err != nil:
		return fmt.Errorf("store %s: %w", name, err)
	}
	return nil
}

// exactReader returns an error in the place of the last bytes of content that has another
// length than it should have, so that no object is made of it.
type exactReader struct {
	from  io.Reader
	left  int64
	wrong bool
}

// Read reads from the content.
func (r *exactReader) Read(p []byte) (int, error) {
	n, err := r.from.Read(p)
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
func (s *bucket) Open(ctx context.Context, name string) (*File, error) {
	if err := validate(name); err != nil {
		return nil, errors.Join(err, fs.ErrNotExist)
	}
	object, err := s.client.GetObject(ctx, s.name, s.prefix+name, minio.GetObjectOptions{})
	if err != nil {
		return nil, err
	}
	info, err := object.Stat()
	if err != nil {
		if minio.ToErrorResponse(err).Code == minio.NoSuchKey {
			err = errors.Join(err, fs.ErrNotExist)
		}
		return nil, errors.Join(err, object.Close())
	}
	return &File{ReadSeekCloser: object, Info: s.info(info)}, nil
}

// info returns what the service knows of an object.
func (s *bucket) info(o minio.ObjectInfo) Info {
	return Info{Name: strings.TrimPrefix(o.Key, s.prefix), Size: o.Size, Modified: o.LastModified, Tag: strings.Trim(o.ETag, `"`)}
}

// Remove removes objects, one after the other: not all services remove many at once.
func (s *bucket) Remove(ctx context.Context, names ...string) error {
	var failed []error
	for _, name := range names {
		if err := validate(name); err != nil {
			failed = append(failed, err)
		} else if err := s.client.RemoveObject(ctx, s.name, s.prefix+name, minio.RemoveObjectOptions{}); err != nil && minio.ToErrorResponse(err).Code != minio.NoSuchKey {
			failed = append(failed, err)
		}
	}
	return errors.Join(failed...)
}

// All lists the objects, a page at a time.
func (s *bucket) All(ctx context.Context) iter.Seq2[Info, error] {
	return func(yield func(Info, error) bool) {
		for o := range s.client.ListObjectsIter(ctx, s.name, minio.ListObjectsOptions{Prefix: s.prefix, Recursive: true}) {
			if o.Err != nil {
				yield(Info{}, fmt.Errorf("list %s: %w", path.Join(s.name, s.prefix), o.Err))
				return
			}
			if info := s.info(o); ValidName(info.Name) && !yield(info, nil) {
				return
			}
		}
	}
}
