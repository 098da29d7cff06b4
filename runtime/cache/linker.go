package cache

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"almanac/runtime/linkids"
	"almanac/runtime/model"
	"almanac/runtime/query"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// Attach attaches to each record what it links to.  It reports false when one was
// changed after it had been read.
func (rs *Records) Attach(r *request.Request, k *model.Resource, records []model.Record) (whole bool, err error) {
	links, same, err := linkIDsOf(r, k, records)
	if err != nil || !same {
		return false, err
	}
	return true, rs.attach(r, k, records, links)
}

// linkIDsOf returns the ids of the links of each record: from the links cache of its
// row, else from the link tables.  It returns false when a record was changed after
// it had been read; then all records have to be read again.
func linkIDsOf(r *request.Request, k *model.Resource,
	records []model.Record,
) (links []linkids.IDs, same bool, err error) {
	links = make([]linkids.IDs, len(records))
	var untold []int64
	for i, m := range records {
		cached, ok := linkids.Of(k, m)
		if links[i] = cached; !ok {
			untold = append(untold, m.Common().ID)
		}
	}
	if len(untold) == 0 {
		return links, true, nil
	}
	texts := make(map[int64]string, len(untold))
	if err := r.Snapshot.Query(r.Context(), readLinkIDs(r, k, untold, texts)); err != nil {
		return nil, false, err
	}
	for i, m := range records {
		if links[i] != nil {
			continue
		}
		found, ok := linkids.Parse(k, texts[m.Common().ID], m.Common().Version)
		if links[i] = found; !ok {
			return nil, false, nil
		}
	}
	return links, true, nil
}

// readLinkIDs returns the statement that reads the links of the rows with the
// ids from the link tables.
func readLinkIDs(r *request.Request, k *model.Resource, ids []int64, texts map[int64]string) store.Statement {
	text := r.Env.SQLCache.Get(request.SQLKey{Of: k, Purpose: "look up links"}, func(args *store.Args) string {
		s := r.Env.Store
		return s.Builder().NewSelect().TableExpr("? AS r", bun.Ident(k.Plural)).
			ColumnExpr("r.id, ?", linkids.ReadSQL(k, s, "r.version", linkids.Deleted{})).Where("r.id ?", s.SQL().In(args, ids)).
			String()
	})
	return store.Statement{SQL: text.SQL, Args: []any{ids}, RunToCompletion: true, ScanRow: func(row store.Row) error {
		var id int64
		var text string
		err := row.Scan(&id, &text)
		texts[id] = text
		return err
	}}
}

// attach attaches linked records from the cache.  Those that are fresh at the
// snapshot at which reading began need no query.
func (rs *Records) attach(r *request.Request, k *model.Resource, records []model.Record, links []linkids.IDs) error {
	at := r.Snapshot.StartSnapshot()
	if rs.attachCached(r, k, records, links, at) {
		return nil
	}
	found, err := rs.find(r, wanted(k, links), at)
	if err != nil {
		return err
	}
	for i, m := range records {
		for j, ids := range links[i] {
			list := make([]*cachedRecord, len(ids))
			for n, id := range ids {
				list[n] = found[recordKey{k.Links[j].Target, id}]
			}
			attachInOrder(r, m, k.Links[j], list)
		}
	}
	return nil
}

// attachCached is attach for the usual case that all that is linked is cached and
// good.  It reports false, and has attached nothing, when some of it is not.
func (rs *Records) attachCached(r *request.Request, k *model.Resource, records []model.Record, links []linkids.IDs,
	at store.SnapshotID,
) bool {
	kept := make([]*cachedRecord, 0, 8*len(records))
	for _, linked := range links {
		for j, ids := range linked {
			for _, id := range ids {
				record, ok := rs.records.GetIfPresent(recordKey{k.Links[j].Target, id})
				if !ok || !record.isFresh(at) {
					return false
				}
				kept = append(kept, record)
			}
		}
	}
	for i, m := range records {
		for j, ids := range links[i] {
			attachInOrder(r, m, k.Links[j], kept[:len(ids)])
			kept = kept[len(ids):]
		}
	}
	return true
}

// wanted returns the ids of all that is linked, by resource, each once.
func wanted(k *model.Resource, links []linkids.IDs) map[*model.Resource][]int64 {
	ids := make(map[*model.Resource][]int64, len(k.Links))
	for i, link := range k.Links {
		for _, linked := range links {
			ids[link.Target] = append(ids[link.Target], linked[i]...)
		}
	}
	for resource, list := range ids {
		slices.Sort(list)
		ids[resource] = slices.Compact(list)
	}
	return ids
}

// attachInOrder attaches those of the linked records that the caller may see, in
// the order in which responses show them.  One that went meanwhile is nil; links
// cross languages.
func attachInOrder(r *request.Request, m model.Record, link *model.Link, list []*cachedRecord) {
	list = slices.DeleteFunc(list, func(one *cachedRecord) bool { return one == nil || !seesLinked(r, one) })
	if link.Target.Term {
		slices.SortFunc(list, func(a, b *cachedRecord) int {
			return cmp.Or(strings.Compare(a.sort, b.sort), cmp.Compare(a.Common().ID, b.Common().ID))
		})
	}
	for _, one := range list {
		link.AddLinked(m, one.Record)
	}
}

// seesLinked reports whether the caller may see a record that another links to.
func seesLinked(r *request.Request, record *cachedRecord) bool {
	if access := record.Resource().Permissions; !access.HasStatus() {
		return access.CanReadRecord(r.Caller, model.OwnerOf(record.Record))
	}
	p, ok := record.Record.(model.PostRecord)
	return !ok || r.Scope().Linked().CanSee(p.Resource().Permissions, p.AsPost().Author, p.AsPost().Status,
		p.AsPost().MadeInline)
}

// find returns the records with the ids, from those that are cached as far as
// these are good.
func (rs *Records) find(r *request.Request, ids map[*model.Resource][]int64,
	at store.SnapshotID,
) (map[recordKey]*cachedRecord, error) {
	found, doubtful, missing := rs.lookUp(r, ids, at)
	if len(doubtful) == 0 && len(missing) == 0 {
		return found, nil
	}
	changed, err := rs.load(r, found, doubtful, missing)
	if err != nil || len(changed) == 0 {
		return found, err
	}
	_, err = rs.load(r, found, nil, changed)
	return found, err
}

// lookUp looks the records up: those that are good, those of which it is not
// known, and those that are not there.  For pages of the desk, whose number of
// statements is bounded, those of which it is not known are loaded as well.
func (rs *Records) lookUp(r *request.Request, ids map[*model.Resource][]int64,
	at store.SnapshotID,
) (good, doubtful map[recordKey]*cachedRecord, missing map[*model.Resource][]int64) {
	wanted := 0
	for _, list := range ids {
		wanted += len(list)
	}
	good = make(map[recordKey]*cachedRecord, wanted)
	doubtful, missing = map[recordKey]*cachedRecord{}, map[*model.Resource][]int64{}
	for k, list := range ids {
		for _, id := range list {
			key := recordKey{k, id}
			switch record, ok := rs.records.GetIfPresent(key); {
			case ok && record.isFresh(at):
				good[key] = record
			case ok && !r.Internal:
				doubtful[key] = record
			default:
				missing[k] = append(missing[k], id)
			}
		}
	}
	return good, doubtful, missing
}

// load loads what is missing and compares what is doubtful with the store,
// in one batch, and adds it all to found; it returns what has changed.
func (rs *Records) load(r *request.Request, found, doubtful map[recordKey]*cachedRecord,
	missing map[*model.Resource][]int64,
) (changed map[*model.Resource][]int64, err error) {
	var batch []store.Statement
	var same []recordKey
	var loaded []model.Record
	changed = map[*model.Resource][]int64{}
	if len(doubtful) > 0 {
		batch = append(batch, versions(r, doubtful, func(key recordKey, version, count int64) {
			if doubtful[key].same(version, count) {
				same = append(same, key)
			} else {
				changed[key.resource] = append(changed[key.resource], key.id)
			}
		}))
	}
	for k, ids := range missing {
		batch = append(batch, query.LoadAll(r, k, ids, func(m model.Record) { loaded = append(loaded, m) }))
	}
	if err := r.Snapshot.Batch(r.Context(), batch); err != nil {
		return nil, err
	}
	at := r.Snapshot.StartSnapshot()
	for _, key := range same {
		doubtful[key].markFresh(at)
		found[key] = doubtful[key]
	}
	for _, m := range loaded {
		found[recordKey{m.Resource(), m.Common().ID}] = rs.put(m, at)
	}
	return changed, nil
}

func idsByResource(records map[recordKey]*cachedRecord) map[*model.Resource][]int64 {
	ids := map[*model.Resource][]int64{}
	for key := range records {
		ids[key.resource] = append(ids[key.resource], key.id)
	}
	return ids
}

// versions returns the statement that reads the versions of records, and the counts of
// terms.  It is one for all resources: alone it needs no transaction around it.
func versions(r *request.Request, records map[recordKey]*cachedRecord,
	each func(key recordKey, version, count int64),
) store.Statement {
	s, byResource := r.Env.Store, idsByResource(records)
	resources := slices.SortedFunc(maps.Keys(byResource), func(a, b *model.Resource) int {
		return strings.Compare(a.Name, b.Name)
	})
	names, ids := make([]string, len(resources)), make([]any, len(resources))
	for i, k := range resources {
		names[i], ids[i] = k.Name, byResource[k]
	}
	text := r.Env.SQLCache.Get(
		request.SQLKey{Purpose: "versions of " + strings.Join(names, " ")},
		func(args *store.Args) string {
			var selects []string
			for i, k := range resources {
				column := func(name string) bun.Ident { return bun.Ident(k.Name + "." + name) }
				sq := s.Builder().NewSelect()
				if at := s.SQL().SnapshotColumn(); at != "" {
					sq = sq.ColumnExpr(at)
				}
				sq = sq.TableExpr("? AS ?", bun.Ident(k.Plural), bun.Ident(k.Name)).ColumnExpr("CAST(? AS bigint)", i).
					ColumnExpr("?, ?", column("id"), column("version")).Where("? ?", column("id"), s.SQL().In(args, byResource[k]))
				if k.Term {
					sq = sq.ColumnExpr("CAST((SELECT COALESCE(SUM(c.count), 0) FROM term_counts AS c WHERE c.term_id = ?) AS bigint)",
						column("id"))
				} else {
					sq = sq.ColumnExpr("CAST(0 AS bigint)")
				}
				selects = append(selects, sq.String())
			}
			return strings.Join(selects, " UNION ALL ")
		},
	)
	return store.Statement{
		SQL: text.SQL, Args: ids, RunToCompletion: true,
		ReturnsSnapshot: s.SQL().SnapshotColumn() != "", ScanRow: func(row store.Row) error {
			var resource, id, version, count int64
			err := row.Scan(&resource, &id, &version, &count)
			if err == nil {
				each(recordKey{resources[resource], id}, version, count)
			}
			return err
		},
	}
}
