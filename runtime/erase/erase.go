// Package erase removes former values of a record for good, from everything that keeps some: the log of changes,
// messages to other systems, and responses that are given again.  What the record has now stays.
package erase

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"almanac/runtime/audit"
	"almanac/runtime/history"
	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// Erased is from how many rows values were removed.
type Erased struct{ Log, Deliveries, Outbox, Responses, Slugs int64 }

// Total is from how many rows values were removed in all.
func (e Erased) Total() int64 { return e.Log + e.Deliveries + e.Outbox + e.Responses + e.Slugs }

// Record removes former values of one field of a record, of all for "".  In a dry run it counts them.
func Record(
	ctx context.Context, env *request.Env, res *model.Resource, id int64, field string, dry bool,
) (done Erased, err error) {
	err = env.Store.RunInTx(ctx, func(ctx context.Context, w store.Writer) error {
		e := eraser{ctx, w, res, id}
		if done, err = e.run(field); err == nil && dry {
			err = store.ErrRollback
		}
		return err
	})
	if err == store.ErrRollback { //nolint:errorlint // As it was returned.
		return done, nil
	}
	if err != nil {
		return Erased{}, fmt.Errorf("erase %s %d: %w", res.Name, id, err)
	}
	return done, env.Store.Forget(ctx)
}

// eraser removes values of one record.
type eraser struct {
	ctx context.Context
	w   store.Writer
	res *model.Resource
	id  int64
}

func (e eraser) run(field string) (done Erased, err error) {
	series, err := e.series()
	if err != nil {
		return done, err
	}
	named := field == "" || field == e.res.NameField || field == "slug" // A slug follows from the name.
	log, err := audit.Erase(e.ctx, e.w, e.res.Name, e.id, func(column string) bool {
		isSlug := slices.Contains([]string{"slug", "original_slug"}, column)
		return field == "" || isSlug && named || column == field ||
			slices.Contains(history.Fields(e.res, []string{column}), field) || column == field+"_currency"
	}, field == "")
	if err != nil {
		return done, err
	}
	done.Log = int64(log)
	for _, id := range series { // Its rows have what the dates have in common.
		n, err := audit.Forget(e.ctx, e.w, e.res.SeriesRoute, id)
		if err != nil {
			return done, err
		}
		done.Log += n
	}
	if named {
		done.Slugs, err = e.exec("DELETE FROM former_slugs WHERE resource = $1 AND record_id = $2", e.res.Name, e.id)
		if err != nil {
			return done, err
		}
	}
	done.Deliveries, err = e.exec("UPDATE webhook_deliveries SET payload = '{\"type\":\"' || type || "+
		"'\",\"timestamp\":\"' || replace(created_utc, ' ', 'T') || 'Z\",\"data\":{\"id\":' || "+
		"CAST(record_id AS text) || '}}', reply = '' WHERE resource = $1 AND record_id = $2", e.res.Name, e.id)
	if err != nil {
		return done, err
	}
	done.Outbox, err = e.exec("DELETE FROM outbox WHERE resource = $1 AND record_id = $2", e.res.Name, e.id)
	if err != nil {
		return done, err
	}
	id := `%"id":` + strconv.FormatInt(e.id, 10)
	done.Responses, err = e.exec("DELETE FROM idempotency_keys WHERE body LIKE $1 OR body LIKE $2", id+",%", id+"}%")
	return done, err
}

func (e eraser) exec(text string, args ...any) (int64, error) {
	return e.w.Exec(e.ctx, store.Statement{SQL: text, Args: args})
}

// series returns the IDs of the series that the record is or was a date of.
func (e eraser) series() ([]int64, error) {
	if e.res.SeriesRoute == "" {
		return nil, nil
	}
	log, err := audit.OfRecord(e.ctx, e.w, e.res.Name, e.id, 0, maxEntries)
	if err != nil {
		return nil, err
	}
	var list []int64
	for _, entry := range log {
		if id, err := strconv.ParseInt(string(entry.Patch.Columns["series_id"]), 10, 64); err == nil && id != 0 {
			list = append(list, id)
		}
	}
	err = e.w.Query(e.ctx, store.Statement{
		SQL:  "SELECT series_id FROM " + e.res.Plural + " WHERE id = $1 AND series_id > 0",
		Args: []any{e.id}, ScanRow: func(row store.Row) error {
			var id int64
			err := row.Scan(&id)
			list = append(list, id)
			return err
		},
	})
	slices.Sort(list)
	return slices.Compact(list), err
}

// maxEntries is how many changes of a record are searched for its series.
const maxEntries = 1 << 20
