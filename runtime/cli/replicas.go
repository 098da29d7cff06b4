package cli

import (
	"context"
	"errors"
	"strings"

	"github.com/urfave/cli/v3"

	"almanac/runtime/deployment"
	"almanac/runtime/service"
	"almanac/runtime/store"
)

// replicaFlags are the flags for more than one PostgreSQL server.
func replicaFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringSliceFlag{
			Name: "replica", Usage: "`URL` of a streaming replica of --database, used for reads; repeatable",
			Sources: Setting("replica"),
		},
		text("statements", "named",
			"PostgreSQL statement `MODE`: named is faster, unnamed works behind a transaction pooler"),
		migrateURLFlag(),
	}
}

// migrateURLFlag names the database URL for migrations.
func migrateURLFlag() cli.Flag {
	return group("Database", []cli.Flag{text("migrate-url", "",
		"`URL` of the PostgreSQL database for migrations, if --database is a pooler")})[0]
}

// setReplicas reads the flags for more than one PostgreSQL server.
func setReplicas(c *cli.Command, config *service.Config) error {
	config.Options.Replicas, config.MigrateDatabase = c.StringSlice("replica"), c.String("migrate-url")
	mode := c.String("statements")
	if mode != "named" && mode != "unnamed" {
		return InvalidSetting("statements", "must be named or unnamed, not %q", mode)
	}
	config.Options.UnnamedStatements = mode == "unnamed"
	if config.MigrateDatabase != "" && !isPostgres(config.MigrateDatabase) {
		return InvalidSetting("migrate-url", "must be an address such as postgres://user@host/database")
	}
	if isPostgres(config.Database) {
		return nil
	}
	switch {
	case len(config.Options.Replicas) > 0:
		return InvalidSetting("replica", "requires a PostgreSQL --database, as SQLite has no replicas")
	case config.Options.UnnamedStatements:
		return InvalidSetting("statements", "unnamed requires a PostgreSQL --database")
	case config.MigrateDatabase != "":
		return InvalidSetting("migrate-url", "requires a PostgreSQL --database")
	}
	return nil
}

// isPostgres reports whether a database URL is one of PostgreSQL.
func isPostgres(url string) bool {
	return strings.HasPrefix(url, "postgres://") || strings.HasPrefix(url, "postgresql://")
}

// openSetting returns the setting that an error of service.Open is about.
func openSetting(err error) string {
	switch {
	case errors.As(err, new(*store.ReplicaError)):
		return "replica"
	case errors.As(err, new(*service.MigrateDatabaseError)):
		return "migrate-url"
	}
	return "database"
}

// migrationURL returns the database that a command for migrations works on, and
// the setting that names it: --migrate-url, unless the command line names another
// by --database alone.
func migrationURL(ctx context.Context, c *cli.Command) (url, setting string) {
	direct, from := c.String("migrate-url"), sourcesOf(ctx)
	if direct == "" || from["database"].Place == deployment.OnCommandLine &&
		from["migrate-url"].Place != deployment.OnCommandLine {
		return c.String("database"), "database"
	}
	return direct, "migrate-url"
}
