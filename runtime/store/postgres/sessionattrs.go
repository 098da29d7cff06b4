package postgres

import (
	"fmt"
	"net/url"
	"os"
	"slices"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"almanac/runtime/store"
)

// Names of the setting that says which of several servers is wanted, in a URL
// and in the environment (libpq, section 34.1.2).
const (
	attrsName     = "target_session_attrs"
	attrsVariable = "PGTARGETSESSIONATTRS"
)

// attrsOf returns which server is wanted and who says so, "" for nobody.
func attrsOf(text, place string) (value, origin string) {
	if u, err := url.Parse(text); err == nil && u.Query().Has(attrsName) {
		return u.Query().Get(attrsName), attrsName + " in " + place
	}
	return os.Getenv(attrsVariable), "the variable " + attrsVariable
}

// configureAttrs sees to it that connections lead to a server that does what is
// wanted of it.  Whatever the URL says of that holds, unless it cannot be: who
// writes cannot do so at a standby.  Of several hosts the primary is taken where
// nobody says.
func configureAttrs(config *pgxpool.Config, text string, readOnly bool) error {
	value, origin := attrsOf(text, "the database URL")
	c := &config.ConnConfig.Config
	switch value {
	case "standby", "prefer-standby", "read-only":
		if !readOnly {
			return fmt.Errorf("%s must be read-write, primary or any, or left out, not %s: the service writes, which a "+
				"standby cannot", origin, value)
		}
	case "read-write":
		// Every session of a read-only store is read-only, on a primary too.
		if readOnly {
			c.ValidateConnect = pgconn.ValidateConnectTargetSessionAttrsPrimary
		}
	case "":
		if len(hostsOf(c)) > 1 && c.ValidateConnect == nil {
			c.ValidateConnect = pgconn.ValidateConnectTargetSessionAttrsPrimary
		}
	}
	return nil
}

// checkReplicaAttrs makes sure that the URL of a replica does not ask for a
// server that a replica never is: it would seem to be away for ever.
func checkReplicaAttrs(text string) error {
	value, origin := attrsOf(text, "the URL of a replica")
	if slices.Contains([]string{"primary", "read-write"}, value) {
		return &store.ReplicaError{Reason: fmt.Sprintf("%s must be any, standby, prefer-standby or read-only, or left "+
			"out, not %s", origin, value)}
	}
	return nil
}
