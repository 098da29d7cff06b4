package mutate

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/uptrace/bun"

	"almanac/runtime/audit"
	"almanac/runtime/dates"
	"almanac/runtime/metadata"
	"almanac/runtime/model"
	"almanac/runtime/query"
	"almanac/runtime/store"
	"almanac/runtime/zoneinfo"
)

// ZoneState is a time zone that records are in, with how many of them follow other rules than
// those in force.
type ZoneState struct {
	Name    string
	Applied string // Version of the rules that its records were brought to last; "" for none.

	Differ int64
}

// zoneMarks begins the names under which the database remembers, in its metadata, by which
// version of the rules the records of a zone were checked last.
const zoneMarks = "zone/"

const (
	scannedAtOnce      = 5000 // Rows that one statement reads to compare them.
	recalculatedAtOnce = 200  // Records that one transaction writes.
)

// ApplyZoneRules brings the records to the rules of time zones in force.  All of them are
// compared, since servers with other rules, and imports that keep old times, may have written
// some.  Several servers may try at once.  Zones that were checked by newer rules are left out
// unless all is set.  It returns the zones of the records.
func (e *Engine) ApplyZoneRules(ctx context.Context, all bool) ([]ZoneState, error) {
	return e.zones(ctx, all, true)
}

// ZonesInUse returns the zones of the records, and how many of them differ from the rules in
// force.
func (e *Engine) ZonesInUse(ctx context.Context) ([]ZoneState, error) {
	return e.zones(ctx, true, false)
}

func (e *Engine) zones(ctx context.Context, all, write bool) ([]ZoneState, error) {
	names, err := e.zoneNames(ctx)
	if err != nil {
		return nil, err
	}
	applied, err := metadata.All(ctx, e.Store.Primary(), zoneMarks)
	if err != nil {
		return nil, err
	}
	version := dates.Rules().Version()
	due, states := map[string]*ZoneState{}, make([]ZoneState, len(names))
	for i, name := range names {
		states[i] = ZoneState{Name: name, Applied: applied[name]}
		zone, err := dates.ParseZone(name)
		isNewer := version != "" && zoneinfo.Newer(applied[name], version) // A server with these rules does it.
		if err == nil && !zone.IsFixed() && (all || !isNewer) {
			due[name] = &states[i]
		}
	}
	if len(due) == 0 {
		return states, nil
	}
	for _, res := range e.Resources {
		if err := e.recalculate(ctx, res, due, write); err != nil {
			return nil, fmt.Errorf("apply the rules of time zones to %s: %w", res.Plural, err)
		}
	}
	if !write {
		return states, nil
	}
	for _, state := range due {
		if state.Differ > 0 {
			e.Log.InfoContext(ctx, "time zone rules applied", "zone", state.Name, "from", cmp.Or(state.Applied, "unknown"),
				"to", version, "records", state.Differ)
		}
	}
	return states, e.rememberZones(ctx, due)
}

// zoneNames returns the names of the zones of all records.
func (e *Engine) zoneNames(ctx context.Context) ([]string, error) {
	found := map[string]bool{}
	for _, res := range e.Resources {
		if res.ZoneColumn == "" {
			continue
		}
		err := e.Store.Primary().Query(ctx, store.Statement{
			SQL: e.Store.SQL().Format("SELECT DISTINCT ? FROM ?", bun.Ident(res.ZoneColumn), bun.Ident(res.Plural)),
			ScanRow: func(row store.Row) error {
				var name string
				err := row.Scan(&name)
				found[name] = true
				return err
			},
		})
		if err != nil {
			return nil, err
		}
	}
	return slices.Sorted(maps.Keys(found)), nil
}

// rememberZones remembers that the records of some zones follow the rules in force.
func (e *Engine) rememberZones(ctx context.Context, due map[string]*ZoneState) error {
	version := dates.Rules().Version()
	var batch []store.Statement
	for _, name := range slices.Sorted(maps.Keys(due)) {
		if due[name].Applied != version {
			batch = append(batch, metadata.Set(zoneMarks+name, version))
		}
	}
	if len(batch) == 0 {
		return nil
	}
	return e.Store.RunInTx(ctx, func(ctx context.Context, w store.Writer) error { return w.Batch(ctx, batch) })
}

// recalculate brings the records of a resource that are in some zones to the rules in force, or
// counts those that differ.
func (e *Engine) recalculate(ctx context.Context, res *model.Resource, due map[string]*ZoneState, write bool) error {
	if res.ZoneColumn == "" {
		return nil
	}
	for after := int64(0); ; {
		ids, last, err := e.differing(ctx, res, due, after)
		if err != nil || last == after {
			return err
		}
		after = last
		for chunk := range slices.Chunk(ids, recalculatedAtOnce) {
			if !write {
				break
			}
			if err := e.recalculateSome(ctx, res, chunk, due); err != nil {
				return err
			}
		}
	}
}

// differing reads the next rows of a resource, as far as the rules of zones decide about them, and
// returns the IDs of those to which the rules in force give other times, with the ID of the last
// row that was read.
func (e *Engine) differing(
	ctx context.Context, res *model.Resource, due map[string]*ZoneState, after int64,
) (ids []int64, last int64, err error) {
	var args store.Args
	sq := e.Store.Builder().NewSelect().TableExpr("? AS r", bun.Ident(res.Plural)).ColumnExpr("r.id").
		Where("r.id > ?", args.Bind(after)).
		Where("r.? ?", bun.Ident(res.ZoneColumn), e.Store.SQL().InTexts(&args, slices.Sorted(maps.Keys(due)))).
		OrderExpr("r.id").Limit(scannedAtOnce)
	for _, column := range []string{res.StartColumn, res.EndColumn, "utc_start_date", "utc_end_date", res.ZoneColumn} {
		sq.ColumnExpr("r.?", bun.Ident(column))
	}
	last = after
	scan := func(row store.Row) error {
		var start, end, startUTC, endUTC, zone string
		if err := row.Scan(&last, &start, &end, &startUTC, &endUTC, &zone); err != nil {
			return err
		}
		if (recordTimes{&start, &end, &startUTC, &endUTC, &zone}).follow() {
			ids = append(ids, last)
			due[zone].Differ++
		}
		return nil
	}
	err = e.Store.Primary().Query(ctx, store.Statement{SQL: sq.String(), Args: args.Values(), ScanRow: scan})
	return ids, last, err
}

// recalculateSome brings some records to the rules in force in one transaction.
func (e *Engine) recalculateSome(
	ctx context.Context, res *model.Resource, ids []int64, due map[string]*ZoneState,
) error {
	r := e.NewRequest(ctx, e.System(0))
	return e.Store.RunInTx(ctx, func(ctx context.Context, w store.Writer) error {
		u := e.newUnit(w, r.Now)
		m := u.mutation(r.Within(ctx, u), res, false)
		if err := e.Store.Lock(ctx, w, "zone rules"); err != nil {
			return err
		}
		var args store.Args
		id := bun.Ident(res.Name + ".id")
		sq := query.WithColumns(e.Store.Builder().NewSelect().Model(res.New()), res).
			Where("? ?", id, e.Store.SQL().In(&args, ids)).OrderExpr("?", id)
		var list []model.Record
		err := w.Query(ctx, store.Statement{
			SQL: e.Store.SQL().ForUpdate(sq, res.Name).String(), Args: args.Values(), ScanRow: query.ScanInto(res, &list),
		})
		if err != nil {
			return err
		}
		written := map[string][]audit.Change{}
		for _, rec := range list {
			// Meanwhile it may have got another zone, or the right times.
			before := SnapshotOf(rec)
			if at := timesOf(res, rec); due[*at.zone] != nil && at.follow() {
				written[*at.zone] = append(written[*at.zone], m.writeRecalculated(rec, before))
			}
		}
		for _, zone := range slices.Sorted(maps.Keys(written)) {
			m.auditRecalculated(zone, due[zone].Applied, written[zone]...)
		}
		return nil
	})
}
