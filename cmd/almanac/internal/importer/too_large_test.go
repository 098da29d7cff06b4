package importer_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/store"
)

func TestARecordThatTheDatabaseRefusesIsLeftOutAlone(t *testing.T) {
	databases.Each(t, func(t *testing.T, url string) {
		a := open(t, url, testDeployment(t))
		refuse := "EXECUTE FUNCTION refuse_value('events.title')"
		if a.Store.Dialect() == store.SQLite {
			refuse = "BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: events.title'); END"
		}
		err := a.Store.RunInTx(t.Context(), func(ctx context.Context, w store.Writer) error {
			_, err := w.Exec(ctx, store.Statement{SQL: "CREATE TRIGGER refused BEFORE INSERT ON events FOR EACH ROW WHEN (NEW.title = 'Party') " + refuse})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		var events []map[string]any
		for id := 1; id <= 7; id++ {
			events = append(events, event(id, nil))
		}
		events[4]["title"] = "Party"
		report := importFrom(t, a, list(t, "events", events...))
		if !slices.Contains(texts(report), "event 5 skipped: the database rejects its value of events.title") {
			t.Errorf("problems: %v", texts(report))
		}
		if n := report.Count("events"); n.Created != 6 || n.Skipped != 1 {
			t.Errorf("%d taken and %d skipped, want 6 and 1", n.Created, n.Skipped)
		}
	})
}

func TestARecordTooLargeForTheDatabaseIsLeftOutAlone(t *testing.T) {
	databases.Each(t, func(t *testing.T, url string) {
		a := open(t, url, testDeployment(t))
		if a.Store.Dialect() == store.SQLite {
			t.Skip("an index of SQLite takes any text")
		}
		err := a.Store.RunInTx(t.Context(), func(ctx context.Context, w store.Writer) error {
			_, err := w.Exec(ctx, store.Statement{SQL: "CREATE INDEX too_narrow ON events (description)"})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(1, 1))
		var large strings.Builder
		for range 10000 {
			large.WriteRune(0x4e00 + random.Int32N(0x5000))
		}
		var events []map[string]any
		for id := 1; id <= 7; id++ {
			events = append(events, event(id, nil))
		}
		events[4]["description"] = large.String()
		report := importFrom(t, a, list(t, "events", events...))
		want := []string{"event 5 skipped: a text value is longer than the database can store"}
		var got []string
		for _, line := range texts(report) {
			if !strings.Contains(line, "slug") {
				got = append(got, line)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("problems (-want +got):\n%s", diff)
		}
		if n := report.Count("events"); n.Created != 6 || n.Skipped != 1 {
			t.Errorf("%d taken and %d skipped, want 6 and 1", n.Created, n.Skipped)
		}
	})
}
