package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"almanac/runtime/store"
	"almanac/runtime/store/internal/copyfile"
)

// Save has pg_dump write the database into the file part.
func (e engine) Save(ctx context.Context, part, _ string, pgBinDir string) error {
	dump, err := e.findTool(ctx, pgBinDir, "pg_dump")
	if err != nil {
		return err
	}
	// The program writes into a file that is there, which keeps its mode.
	f, err := copyfile.New(part)
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	_, err = dump.run(ctx, "--format=custom", "--no-password", "--file="+part)
	return err
}

// Load has pg_restore bring a copy into the database: all of it, or nothing.
// Owners and rights are those of the user who restores, as the roles of the old server
// need not be there.
func Load(ctx context.Context, e store.Engine, path, tools string) error {
	p, ok := e.(engine)
	if !ok {
		return errNotPrimary
	}
	if err := p.checkEmpty(ctx); err != nil {
		return err
	}
	restore, err := p.findTool(ctx, tools, "pg_restore")
	if err != nil {
		return err
	}
	into := "dbname='" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(p.pool.Config().ConnConfig.Database) + "'"
	_, err = restore.run(ctx, "--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges", "--no-password",
		"--dbname="+into, path)
	return err
}

// checkEmpty returns an error when the database holds tables.
func (e engine) checkEmpty(ctx context.Context) error {
	var n int
	err := e.Query(ctx, store.Statement{
		SQL: "SELECT count(*) FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace" +
			" WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname <> 'information_schema'" +
			" AND n.nspname NOT LIKE 'pg\\_%'" +
			" AND NOT EXISTS (SELECT 1 FROM pg_depend AS d WHERE d.objid = c.oid AND d.deptype = 'e')",
		ScanRow: func(r store.Row) error { return r.Scan(&n) },
	})
	if err == nil && n > 0 {
		err = fmt.Errorf("the database %q already has %d tables: restore into an empty one",
			e.pool.Config().ConnConfig.Database, n)
	}
	return err
}

// errNotPrimary is returned for an engine that is not one server of PostgreSQL.
var errNotPrimary = errors.New("a copy can only be restored into a primary without replicas")
