package open

import (
	"errors"
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
	switch scheme, rest, _ := strings.Cut(url, ":"); scheme {
	case "sqlite":
		return sqlite.Validate(rest, o)
	case "postgres", "postgresql":
		return postgres.Validate(url, o)
	default:
		return errScheme
	}
}
