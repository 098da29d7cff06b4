package open

import (
	"errors"
	"fmt"
	"strings"

	"almanac/runtime/store"
	"almanac/runtime/store/postgres"
	"almanac/runtime/store/sqlite"
)

// errScheme is what is wrong with a URL of no database that is known.
var errScheme = errors.New("the database URL must begin with sqlite: or postgres://")

// ValidateURL returns what Open would say about a URL and Options without asking
// anybody: it connects to nothing and makes no database.  The error is one
// sentence that contains no password; a *store.ReplicaError is about a replica.
func ValidateURL(url string, o store.Options) error {
	var err error
	switch scheme, rest, _ := strings.Cut(url, ":"); scheme {
	case "sqlite":
		err = sqlite.Validate(rest, o)
	case "postgres", "postgresql":
		err = postgres.Validate(url, o)
	default:
		err = errScheme
	}
	if err != nil {
		return fmt.Errorf("open database: %w", err)
	}
	return nil
}
