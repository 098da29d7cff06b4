package runtime

import (
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"almanac/runtime/store"
)

// A record with links tells in its own row where they lead, so that reading it
// needs no look into the link tables, which are what counts.  The column holds
//
//	<version>.<signature>;<ids of the first link>;<ids of the second>;...
//
// with the ids in the order of their positions, parted by commas.  It is believed
// only if it names the version that the row has, which every change of the record
// or its links raises, whatever program makes it, and the link tables of this
// program.  So what is out of date is never read, and who does not know of the
// column writes records as before: theirs are looked up in the link tables.

// linksColumn is the column that tells where the links of a record lead.
const linksColumn = "linked_ids"

// linkedIDs is what one record links to: ids for each link of its kind, in order.
type linkedIDs [][]int64

// signature tells the link tables of a kind, and their order.
func (k *Kind) signature() string {
	k.signing.Do(func() {
		hash := fnv.New32a()
		for _, link := range k.Links {
			_, _ = hash.Write([]byte(link.Table + " ")) // It takes anything.
		}
		k.signed = fmt.Sprintf("%08x", hash.Sum32())
	})
	return k.signed
}

// linksText writes what the column has to hold for a version.
func (k *Kind) linksText(version int64, links linkedIDs) string {
	text := strconv.AppendInt(make([]byte, 0, 64), version, 10)
	text = append(append(text, '.'), k.signature()...)
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

// TellLinks has the row of a record tell where its links lead: the ids for each link
// of its kind, in order.  The version must be that with which it is written.
func (k *Kind) TellLinks(m LinkingModel, links [][]int64) {
	*m.Linking() = k.linksText(m.Record().Version, links)
}

// parseLinks reads the column of a record with a version.  It reports false when
// what is there is of another version, or of other links.
func (k *Kind) parseLinks(text string, version int64) (links linkedIDs, ok bool) {
	if text == "" {
		return nil, false
	}
	digits, lists, _ := strings.Cut(text, ".")
	signature, lists, _ := strings.Cut(lists, ";")
	if of, err := strconv.ParseInt(digits, 10, 64); err != nil || of != version || signature != k.signature() {
		return nil, false
	}
	links = make(linkedIDs, len(k.Links))
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

// toldLinks returns what a record links to as its own row tells; false when that
// is not to be believed.
func (k *Kind) toldLinks(m Model) (links linkedIDs, ok bool) {
	l, ok := m.(LinkingModel)
	if !ok {
		return nil, false
	}
	return k.parseLinks(*l.Linking(), m.Record().Version)
}

// going is a record that is about to be deleted for good; the zero value is none.
type going struct {
	kind *Kind
	id   schema.QueryAppender // Its id, as a placeholder.
}

// readLinks is the expression of what the column has to hold for the row r of the
// kind, read from the link tables; version is that of the row.  The version and
// the links have to be of one moment, so both come from the same snapshot: who
// has waited for the row on PostgreSQL sees the row as it is now, but other tables
// as they were.  Links to a record that is about to go are left out.
func (k *Kind) readLinks(s *store.Store, version string, without going) schema.QueryAppender {
	text := bun.SafeQuery("CAST(? AS text) || ?", bun.Safe(version), bun.Safe("'."+k.signature()+"'"))
	for _, link := range k.Links {
		id := bun.Ident("l." + link.Column)
		ids := s.Builder().NewSelect().TableExpr("? AS l", bun.Ident(link.Table)).
			ColumnExpr("string_agg(CAST(? AS text), ',' ORDER BY l.position, ?)", id, id).
			Where("? = r.id", bun.Ident("l."+link.Source))
		if link.Target == without.kind {
			ids = ids.Where("? <> ?", id, without.id)
		}
		text = bun.SafeQuery("? || ';' || COALESCE((?), '')", text, ids)
	}
	return text
}

// writeLinks is the part of a SET clause that fills the column with what readLinks
// reads.
func (k *Kind) writeLinks(s *store.Store, version string, without going) schema.QueryAppender {
	return bun.SafeQuery("? = (SELECT ? FROM ? AS r WHERE r.id = ?)", bun.Ident(linksColumn),
		k.readLinks(s, version, without), bun.Ident(k.Plural), bun.Ident(k.Plural+".id"))
}

// believed is the condition that the column of a row is of the row's version and
// of these links.
func (k *Kind) believed() schema.QueryAppender {
	return bun.SafeQuery("? LIKE CAST(version AS text) || ?", bun.Ident(linksColumn), bun.Safe("'."+k.signature()+";%'"))
}

// raising is the SET clause that makes new versions of records of the kind whose
// links stay what they are.
func (k *Kind) raising() schema.QueryAppender {
	if len(k.Links) == 0 {
		return bun.Safe("version = version + 1")
	}
	column := bun.Ident(linksColumn)
	return bun.SafeQuery("version = version + 1, ? = CASE WHEN ? THEN CAST(version + 1 AS text) || substr(?, length(CAST(version AS text)) + 1) ELSE '' END",
		column, k.believed(), column)
}

// ToldWrongly returns the query of the first records of a kind with links, by id,
// whose rows are believed to tell where the links lead, and tell of others than
// the link tables hold.
func (k *Kind) ToldWrongly(s *store.Store) string {
	return s.Builder().NewSelect().TableExpr("? AS r", bun.Ident(k.Plural)).ColumnExpr("r.id").
		Where("?", k.believed()).Where("? <> ?", bun.Ident(linksColumn), k.readLinks(s, "r.version", going{})).OrderExpr("r.id").Limit(10).String()
}
