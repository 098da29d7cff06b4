package postgres

import (
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"

	"almanac/runtime/store"
)

// Validate judges the URLs of a primary and its replicas.
func Validate(url string, o store.Options) error {
	if _, err := primaryConfig(url, o); err != nil {
		return err
	}
	for _, replica := range o.Replicas {
		if _, err := replicaConfig(replica, o); err != nil {
			return err
		}
	}
	return nil
}

// primaryConfig reads the URL of a primary.
func primaryConfig(url string, o store.Options) (*pgxpool.Config, error) {
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
