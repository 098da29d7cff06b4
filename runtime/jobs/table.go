package jobs

import (
	"context"
	"strings"
	"time"
	"unicode"

	"almanac/runtime/store"
)

// row is what the table has of a job. Times are in UTC, to the second, and zero for none.
type row struct {
	version   int64     // Changes when a run begins and when it ends.
	due       time.Time // The last due time that was begun; of a new job, when it was added.
	asked     bool      // To run now.
	retry     time.Time // When the due time is begun again, if its run failed.
	holder    string    // The process that runs it.
	heartbeat time.Time // Of the holder.
	begun     time.Time // Of the last run, as are all below.
	ended     time.Time
	duration  time.Duration
	failure   string
	failures  int64 // In a row.
}

// timestamp returns a time as it is stored, "" for none.
func timestamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.DateTime)
}

// read returns the rows of all jobs by their names.
func read(ctx context.Context, r store.Reader) (map[string]row, error) {
	rows := map[string]row{}
	err := r.Query(ctx, store.Statement{
		SQL: `SELECT name, version, due_utc, asked, retry_utc, holder, heartbeat_utc, begun_utc, ended_utc, duration_ms,` +
			` error, failures FROM background_jobs`,
		ScanRow: func(from store.Row) error {
			var j row
			var name string
			var texts [5]string
			var milliseconds int64
			err := from.Scan(&name, &j.version, &texts[0], &j.asked, &texts[1], &j.holder, &texts[2], &texts[3], &texts[4],
				&milliseconds, &j.failure, &j.failures)
			if err != nil {
				return err
			}
			for i, t := range []*time.Time{&j.due, &j.retry, &j.heartbeat, &j.begun, &j.ended} {
				if texts[i] == "" {
					continue
				}
				if *t, err = time.Parse(time.DateTime, texts[i]); err != nil {
					return err
				}
			}
			j.duration = time.Duration(milliseconds) * time.Millisecond
			rows[name] = j
			return nil
		},
	})
	return rows, err
}

// execute runs a statement in a transaction of its own, and reports whether it changed a row.
func execute(ctx context.Context, s *store.Store, sql string, args ...any) (changed bool, err error) {
	err = s.RunInTx(ctx, func(ctx context.Context, w store.Writer) error {
		n, err := w.Exec(ctx, store.Statement{SQL: sql, Args: args})
		changed = n > 0
		return err
	})
	return changed, err
}

// insert adds a job whose clock begins now, unless it is there.
func insert(ctx context.Context, s *store.Store, name string, now time.Time) error {
	_, err := execute(ctx, s, `INSERT INTO background_jobs (name, version, due_utc, asked, retry_utc, holder,`+
		` heartbeat_utc, begun_utc, ended_utc, duration_ms, error, failures)`+
		` VALUES ($1, 0, $2, false, '', '', '', '', '', 0, '', 0) ON CONFLICT (name) DO NOTHING`, name, timestamp(now))
	return err
}

// ask has a job run as soon as it does not.
func ask(ctx context.Context, s *store.Store, name string) error {
	_, err := execute(ctx, s, `UPDATE background_jobs SET asked = true WHERE name = $1`, name)
	return err
}

// claim begins a run, unless the row has changed since it was read.
func claim(
	ctx context.Context, s *store.Store, name string, read row, holder string, due, now time.Time,
) (bool, error) {
	at := timestamp(now)
	return execute(ctx, s, `UPDATE background_jobs SET version = version + 1, due_utc = $1, asked = false,`+
		` retry_utc = '', holder = $2, heartbeat_utc = $3, begun_utc = $4`+
		` WHERE name = $5 AND version = $6 AND heartbeat_utc = $7`,
		timestamp(due), holder, at, at, name, read.version, timestamp(read.heartbeat))
}

// beat keeps the lease of a run, and reports whether there still is one.
func beat(ctx context.Context, s *store.Store, name string, version int64, now time.Time) (bool, error) {
	return execute(ctx, s, `UPDATE background_jobs SET heartbeat_utc = $1 WHERE name = $2 AND version = $3`,
		timestamp(now), name, version)
}

// end ends a run; it does nothing for one whose lease was lost.
func end(ctx context.Context, s *store.Store, name string, version int64, to row) error {
	_, err := execute(ctx, s, `UPDATE background_jobs SET version = version + 1, holder = '', heartbeat_utc = '',`+
		` retry_utc = $1, ended_utc = $2, duration_ms = $3, error = $4, failures = $5 WHERE name = $6 AND version = $7`,
		timestamp(to.retry), timestamp(to.ended), to.duration.Milliseconds(), to.failure, to.failures, name, version)
	return err
}

const maxError = 500 // Characters of an error that are stored.

// brief returns the text of an error as it is stored: in one line, of characters that every
// database takes.
func brief(err error) string {
	text := strings.ToValidUTF8(err.Error(), "?")
	between := func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }
	runes := []rune(strings.Join(strings.FieldsFunc(text, between), " "))
	return string(runes[:min(len(runes), maxError)])
}
