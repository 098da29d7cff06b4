package linkids

import (
	"strconv"
	"strings"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"almanac/runtime/model"
	"almanac/runtime/store"
)

// Each row caches the ids of its links, so that reading a record needs no query of
// the link tables, which remain authoritative.  The column holds
//
//	<version>.<signature>;<ids of the first link>;<ids of the second>;...
//
// with the ids in the order of their positions, separated by commas.  It is used
// only if it names the version of the row, which every change of the record or its
// links increments, whatever program makes it, and the link tables of this program.
// So a stale value is never used, and programs that do not know the column may
// write records: their links are read from the link tables.

// Column is the column that caches the ids of a record's links.
const Column = "links_cache"

// IDs is what one record links to: ids for each link of its resource, in order.
type IDs [][]int64

// linksText writes what the column has to hold for a version.
func linksText(k *model.Resource, version int64, links IDs) string {
	text := strconv.AppendInt(make([]byte, 0, 64), version, 10)
	text = append(append(text, '.'), k.LinkSignature()...)
	for _, ids := range links {
		text = append(text, ';')
		for i, id := range ids {
			if i > 0 {
				text = append(text, ',')
			}
			text = strconv.AppendInt(text, id, 10)
		}
	}
	return string(text)
}

// Set stores the ids of the links in the column of a record: the ids for each link
// of its resource, in order.  The version must be that with which it is written.
func Set(k *model.Resource, m model.LinkCacher, links [][]int64) {
	*m.LinksCache() = linksText(k, m.Common().Version, links)
}

// Parse reads the column of a record with a version.  It reports false when
// what is there is of another version, or of other links.
func Parse(k *model.Resource, text string, version int64) (links IDs, ok bool) {
	if text == "" {
		return nil, false
	}
	digits, lists, _ := strings.Cut(text, ".")
	signature, lists, _ := strings.Cut(lists, ";")
	if of, err := strconv.ParseInt(digits, 10, 64); err != nil || of != version || signature != k.LinkSignature() {
		return nil, false
	}
	links = make(IDs, len(k.Links))
	all := make([]int64, 0, strings.Count(lists, ",")+len(links)) // One piece for all links.
	for i := range links {
		var list string
		list, lists, _ = strings.Cut(lists, ";")
		begin := len(all)
		for list != "" {
			digits, list, _ = strings.Cut(list, ",")
			id, err := strconv.ParseInt(digits, 10, 64)
			if err != nil {
				return nil, false
			}
			all = append(all, id)
		}
		links[i] = all[begin:len(all):len(all)]
	}
	return links, true
}

// Of returns the cached ids of a record's links; false when they are not valid.
func Of(k *model.Resource, m model.Record) (links IDs, ok bool) {
	l, ok := m.(model.LinkCacher)
	if !ok {
		return nil, false
	}
	return Parse(k, *l.LinksCache(), m.Common().Version)
}

// Deleted is a record that is about to be deleted for good; the zero value is none.
type Deleted struct {
	Resource *model.Resource
	ID       schema.QueryAppender // Its id, as a placeholder.
}

// ReadSQL is the expression of what the column has to hold for the row r of the
// resource, read from the link tables; version is that of the row.  The version and
// the links have to be of one snapshot, so both come from the same snapshot: who
// has waited for the row on PostgreSQL sees the row as it is now, but other tables
// as they were.  Links to a record that is about to go are left out.
func ReadSQL(k *model.Resource, s *store.Store, version string, without Deleted) schema.QueryAppender {
	text := bun.SafeQuery("CAST(? AS text) || ?", bun.Safe(version), bun.Safe("'."+k.LinkSignature()+"'"))
	for _, link := range k.Links {
		id := bun.Ident("l." + link.TargetColumn)
		ids := s.Builder().NewSelect().TableExpr("? AS l", bun.Ident(link.Table)).
			ColumnExpr("string_agg(CAST(? AS text), ',' ORDER BY l.position, ?)", id, id).
			Where("? = r.id", bun.Ident("l."+link.SourceColumn))
		if link.Target == without.Resource {
			ids = ids.Where("? <> ?", id, without.ID)
		}
		text = bun.SafeQuery("? || ';' || COALESCE((?), '')", text, ids)
	}
	return text
}

// WriteSQL is the part of a SET clause that sets the column to the text that
// ReadSQL selects from the link tables.
func WriteSQL(k *model.Resource, s *store.Store, version string, without Deleted) schema.QueryAppender {
	return bun.SafeQuery("? = (SELECT ? FROM ? AS r WHERE r.id = ?)", bun.Ident(Column),
		ReadSQL(k, s, version, without), bun.Ident(k.Plural), bun.Ident(k.Plural+".id"))
}

// ValidSQL is the condition that the column of a row is of the row's version and
// of these links.
func ValidSQL(k *model.Resource) schema.QueryAppender {
	return bun.SafeQuery("? LIKE CAST(version AS text) || ?", bun.Ident(Column), bun.Safe("'."+k.LinkSignature()+";%'"))
}

// BumpVersionSQL is the SET clause that makes new versions of records of the resource whose
// links stay what they are.
func BumpVersionSQL(k *model.Resource) schema.QueryAppender {
	if len(k.Links) == 0 {
		return bun.Safe("version = version + 1")
	}
	column := bun.Ident(Column)
	return bun.SafeQuery("version = version + 1, ? = CASE WHEN ? THEN CAST(version + 1 AS text) || substr(?, "+
		"length(CAST(version AS text)) + 1) ELSE '' END",
		column, ValidSQL(k), column)
}

// InvalidSQL returns the query of the first records of a resource with links, by
// id, whose cached ids count as valid and differ from the link tables.
func InvalidSQL(k *model.Resource, s *store.Store) string {
	return s.Builder().NewSelect().TableExpr("? AS r", bun.Ident(k.Plural)).ColumnExpr("r.id").
		Where("?", ValidSQL(k)).Where("? <> ?", bun.Ident(Column), ReadSQL(k, s, "r.version", Deleted{})).OrderExpr("r.id").
		Limit(10).String()
}
