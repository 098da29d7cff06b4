package media

import (
	"errors"
	"strings"
)

// Open returns the media store that a URL names: "file:DIR". It is opened with its first use.
func Open(url string) (Store, error) {
	scheme, rest, _ := strings.Cut(url, ":")
	if scheme != "file" || rest == "" {
		return nil, errors.New("must be file:DIR")
	}
	return Dir(rest), nil
}
