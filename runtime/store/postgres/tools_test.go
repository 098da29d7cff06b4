package postgres

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
)

func TestProgramsLearnHowToReachADatabaseFromTheirEnvironment(t *testing.T) {
	tests := []struct {
		name, url string
		want      []string
	}{
		{
			"a password and TLS", "postgres://ada:p%40ss%20word@db.example:5433/calendar?sslmode=require&search_path=x",
			[]string{"PGDATABASE=calendar", "PGHOST=db.example", "PGPASSWORD=p@ss word", "PGPORT=5433", "PGSSLMODE=require", "PGUSER=ada"},
		},
		{
			"a socket", "postgres:///calendar?host=/run/postgresql&user=ada&sslmode=disable",
			[]string{"PGDATABASE=calendar", "PGHOST=/run/postgresql", "PGPORT=5432", "PGSSLMODE=disable", "PGUSER=ada"},
		},
		{
			"several hosts", "postgres://ada@one:1,two:2/calendar?sslmode=prefer&target_session_attrs=read-write",
			[]string{"PGDATABASE=calendar", "PGHOST=one,two", "PGPORT=1,2", "PGSSLMODE=prefer", "PGTARGETSESSIONATTRS=read-write", "PGUSER=ada"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, name := range []string{"PGPASSWORD", "PGSSLMODE", "PGCLUSTER"} {
				t.Setenv(name, "")
			}
			config, err := pgx.ParseConfig(tt.url)
			if err != nil {
				t.Fatal(err)
			}
			got := slices.DeleteFunc(environment(config, tt.url), func(set string) bool {
				return !strings.HasPrefix(set, "PG") || strings.HasSuffix(set, "=")
			})
			slices.Sort(got)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("environment (-want +got):\n%s", diff)
			}
		})
	}
}
