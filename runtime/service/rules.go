package service

import (
	"context"
	"encoding/base64"
	"fmt"
	"log/slog"
	"strings"

	"almanac/runtime/dates"
	"almanac/runtime/metadata"
	"almanac/runtime/store"
	"almanac/runtime/zoneinfo"
)

// storedRules is the name of the newest rules of time zones in the metadata of the
// database: version, space, bytes in base64. It is no table of its own, so that a database
// that is migrated down keeps them.
const storedRules = "time_zone_rules"

// shareRules brings a server, at its start, to the newest rules that one of those with its database
// has: servers with different rules would store different instants for one local time. It runs
// before anything is computed from local times. A server
// without them takes those of the database, one with newer rules stores its own. Nothing
// here keeps a server from starting; a database that cannot be written now gets them at a
// later start.
func shareRules(ctx context.Context, s *store.Store, log *slog.Logger) {
	own := dates.Rules()
	version, stored, err := readRules(ctx, s.Primary())
	switch {
	case err != nil:
		log.WarnContext(ctx, "reading the time zone rules of the database failed", "rules", own.String(), "error", err)
	case own.IsFixed():
		if version != "" && version != own.Version() {
			log.WarnContext(ctx, "all servers of a database need the same "+zoneinfo.Variable, "rules", own.String(),
				"database", version)
		}
	case zoneinfo.Newer(version, own.Version()):
		newest, err := decodeRules(stored)
		if err != nil {
			log.WarnContext(ctx, "the time zone rules of the database cannot be used", "rules", own.String(),
				"database", version, "error", err)
			return
		}
		dates.UseRules(newest.With(own))
		log.InfoContext(ctx, "time zone rules are those of the database, which are newer", "rules", version,
			"own", own.String())
	case zoneinfo.Newer(own.Version(), version):
		if err := writeRules(ctx, s, own); err != nil {
			log.WarnContext(ctx, "storing the time zone rules failed", "rules", own.String(), "error", err)
			return
		}
		log.InfoContext(ctx, "time zone rules stored in the database", "rules", own.String(), "before", version)
	}
}

// readRules returns the rules in the database, "" for none.
func readRules(ctx context.Context, r store.Reader) (version, encoded string, err error) {
	value, err := metadata.Get(ctx, r, storedRules)
	version, encoded, _ = strings.Cut(value, " ")
	return version, encoded, err
}

func decodeRules(encoded string) (*zoneinfo.Rules, error) {
	compressed, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		return nil, err
	}
	return zoneinfo.Open(compressed, "database")
}

// writeRules stores rules unless the database has as new ones meanwhile: a newer version is
// greater as text.
func writeRules(ctx context.Context, s *store.Store, r *zoneinfo.Rules) error {
	compressed, err := r.Bytes()
	if err != nil {
		return err
	}
	prefix := r.Version() + " "
	err = s.RunInTx(ctx, func(ctx context.Context, w store.Writer) error {
		_, err := w.Exec(ctx, store.Statement{
			SQL: "INSERT INTO " + metadata.Table + " (name, value) VALUES ($1, $2)" +
				" ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE " + metadata.Table + ".value < $3",
			Args: []any{storedRules, prefix + base64.StdEncoding.EncodeToString(compressed), prefix},
		})
		return err
	})
	if err != nil {
		return fmt.Errorf("store the time zone rules: %w", err)
	}
	return nil
}

// zoneInForce returns a zone as the rules in force have it.
func zoneInForce(z dates.Zone) dates.Zone {
	if again, err := dates.ParseZone(z.Name()); err == nil {
		return again
	}
	return z
}
