package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"
)

// errScheme is what is wrong with a URL of no database that is known.
var errScheme = errors.New("the database URL must begin with sqlite: or postgres://")

// CheckURL returns what Open would say about a URL and Options without asking
// anybody: it connects to nothing and makes no database.  The error is one
// sentence that holds no password; a *ReplicaError is about a replica.
func CheckURL(url string, o Options) error {
	var err error
	switch scheme, rest, _ := strings.Cut(url, ":"); scheme {
	case "sqlite":
		err = checkSQLite(rest, o)
	case "postgres", "postgresql":
		err = checkPostgres(url, o)
	default:
		err = errScheme
	}
	if err != nil {
		return fmt.Errorf("open database: %w", err)
	}
	return nil
}

// checkSQLite judges the path of a file.
func checkSQLite(path string, o Options) error {
	path, err := filePath(path)
	if err != nil || o.ReadOnly {
		return err
	}
	// A file that is there was opened; beside it, or for a new one, others are made.
	f, err := os.CreateTemp(filepath.Dir(path), ".almanac-check-*")
	if err != nil {
		return notMade(path, err)
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// checkPostgres judges the URLs of a primary and its replicas.
func checkPostgres(url string, o Options) error {
	if _, err := postgresConfig(url, o); err != nil {
		return err
	}
	for _, replica := range o.Replicas {
		if _, err := replicaConfig(replica, o); err != nil {
			return err
		}
	}
	return nil
}

// postgresConfig reads the URL of a primary.
func postgresConfig(url string, o Options) (*pgxpool.Config, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("the database URL is not valid: %s", withoutPassword(err, url))
	}
	if err := configureAttrs(config, url, o.ReadOnly); err != nil {
		return nil, err
	}
	configureHosts(config)
	configure(config, o)
	configureMode(config, o)
	return config, nil
}
