package media

import (
	"errors"
	"strings"
)

// Open returns the media store that a URL names: file:DIR, or s3://BUCKET/PREFIX with the
// parameters endpoint, region and insecure. Nothing is read or written yet.
func Open(url string) (Store, error) {
	scheme, rest, _ := strings.Cut(url, ":")
	switch {
	case scheme == "s3":
		return openBucket(url)
	case scheme == "file" && rest != "":
		return Dir(rest), nil
	}
	return nil, errors.New("must be file:DIR or s3://BUCKET")
}
