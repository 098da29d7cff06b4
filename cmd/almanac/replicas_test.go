package main

import (
	"strings"
	"testing"

	"almanac/runtime/store/storetest"
)

func TestAReplicaThatIsNoneIsOneSentence(t *testing.T) {
	primary, other := storetest.PostgreSQL(t), storetest.PostgreSQL(t)
	const nobody = "postgres://ada:Hush7Hush@127.0.0.1:1/almanac?sslmode=disable"
	noPool := primary + "?pool_max_conns=0"
	if strings.Contains(primary, "?") {
		noPool = primary + "&pool_max_conns=0"
	}
	tests := []struct {
		name, flag, url, want string
	}{
		{"the primary itself", "replica", primary, "is not a replica: nothing is replayed there (pg_is_in_recovery is false) (set on the command line)"},
		{"another database", "replica", other, "is not a replica of --database: it holds a different database (set on the command line)"},
		{"no URL of PostgreSQL", "replica", "db.example", "--replica: the URL of a replica must begin with postgres://"},
		{"a pool of no connections", "replica", noPool, "--replica: the URL of a replica is not valid: "},
		{"migrations to nobody", "migrate-url", nobody, "--migrate-url: for migrations: PostgreSQL at 127.0.0.1:1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out, err := almanac(t, "", "serve", "--listen", "127.0.0.1:0", "--admin-listen", "none", "--log-level", "error", "--migrate", "--database", primary, "--"+tt.flag, tt.url)
			if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.HasPrefix(err.Error(), "--"+tt.flag) {
				t.Fatalf("said %v, want %q", err, tt.want)
			}
			if strings.Contains(err.Error(), "\n") || strings.Contains(err.Error(), "Hush") || out != "" {
				t.Errorf("said %q and printed %q, want one line without a password and nothing served", err, out)
			}
		})
	}
}

func TestMigrationsGoTheWayThatIsNamedForThem(t *testing.T) {
	direct, other := storetest.PostgreSQL(t), storetest.PostgreSQL(t)
	t.Setenv("ALMANAC_DATABASE", "postgres://127.0.0.1:1/pooler?sslmode=disable")
	t.Setenv("ALMANAC_MIGRATE_URL", direct)
	if _, err := almanac(t, "", "migrate", "up"); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name string
		args []string
		want string
	}{
		{"the variable names the database", nil, "applied"},
		{"the command line names another one", []string{"--database", other}, "pending"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out, err := almanac(t, "", append([]string{"migrate", "status"}, tt.args...)...)
			if line, _, _ := strings.Cut(out, "\n"); err != nil || !strings.Contains(line, tt.want) {
				t.Errorf("printed %q, %v, want %q", line, err, tt.want)
			}
		})
	}
}

func TestPasswordsOfReplicasAreNotPrinted(t *testing.T) {
	got := line(t, "replica", "--database", "postgres://db1/almanac", "--replica", "postgres://ada:Hush7Hush@db2/almanac", "--replica", "postgres://db3/almanac?password=Hush7Hush")
	if want := "postgres://ada:xxxxx@db2/almanac,postgres://db3/almanac?password=xxxxx set on the command line"; got != want {
		t.Errorf("printed %q, want %q", got, want)
	}
}
