package storetest_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"almanac/runtime/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// run runs one statement on the database at url.
func run(url, sql string) error {
	ctx := context.Background()
	c, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer func() { _ = c.Close(ctx) }()
	_, err = c.Exec(ctx, sql)
	return err
}

func TestEveryDatabaseIsFresh(t *testing.T) {
	for range 2 {
		if err := run(storetest.PostgreSQL(t), "CREATE TABLE one(id int)"); err != nil {
			t.Fatal(err)
		}
	}
	a, b := storetest.SQLite(t), storetest.SQLite(t)
	if a == b {
		t.Errorf("both tests got %s", a)
	}
}

func TestATemplateIsPreparedOnceAndCloned(t *testing.T) {
	prepared := 0
	template := storetest.NewTemplate(func(url string) error {
		prepared++
		if path, ok := strings.CutPrefix(url, "sqlite:"); ok {
			return os.WriteFile(path, []byte("prepared"), 0o600)
		}
		return run(url, "CREATE TABLE prepared(id int)")
	})
	for range 2 {
		template.Each(t, func(t *testing.T, url string) {
			if path, ok := strings.CutPrefix(url, "sqlite:"); ok {
				got, err := os.ReadFile(path)
				if err != nil || string(got) != "prepared" {
					t.Errorf("clone holds %q, %v", got, err)
				}
				return
			}
			if err := run(url, "DROP TABLE prepared"); err != nil {
				t.Error(err)
			}
		})
	}
	if prepared != 2 {
		t.Errorf("prepare ran %d times, want once for each kind of database", prepared)
	}
}

func TestAServerCanBeStoppedAndStartedAgain(t *testing.T) {
	s := storetest.NewServer(t)
	if err := run(s.URL(), "CREATE TABLE kept(id int)"); err != nil {
		t.Fatal(err)
	}
	if err := s.Stop(); err != nil {
		t.Fatal(err)
	}
	if err := run(s.URL(), "SELECT 1"); err == nil {
		t.Error("a stopped server answers")
	}
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	if err := run(s.URL(), "DROP TABLE kept"); err != nil {
		t.Error(err)
	}
}
