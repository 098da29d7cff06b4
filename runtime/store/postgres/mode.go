package postgres

import (
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"almanac/runtime/store"
)

// configureMode chooses how statements are sent.
//
// By default each connection prepares a statement under a name once and refers
// to it from then on.  Behind a pooler that gives every transaction another
// session the name is unknown there.  Without names the text goes with every call,
// and each connection only remembers the types of its parameters and
// columns, which are those of the database and not of the session: values travel
// and are read exactly as with names.  A URL may say the same of itself, by
// default_query_exec_mode.
func configureMode(config *pgxpool.Config, o store.Options) {
	mode := &config.ConnConfig.DefaultQueryExecMode
	if o.UnnamedStatements && *mode == pgx.QueryExecModeCacheStatement {
		*mode = pgx.QueryExecModeCacheDescribe
	}
	if *mode == pgx.QueryExecModeCacheStatement {
		return
	}
	// Poolers refuse parameters of a session that they cannot restore.  What is
	// read only sends nothing that writes, and nothing is planned for later.
	delete(config.ConnConfig.RuntimeParams, "default_transaction_read_only")
	delete(config.ConnConfig.RuntimeParams, "plan_cache_mode")
}
