package queryplantest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"almanac/runtime/store"
)

// planner explains statements of PostgreSQL on one connection.
type planner struct{ conn *pgx.Conn }

// connect opens a connection that plans with values or without.
func connect(t *testing.T, location, mode string) planner {
	t.Helper()
	c, err := pgx.Connect(t.Context(), location)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close(t.Context()) })
	p := planner{c}
	p.run(t, "SET plan_cache_mode = "+mode)
	// What a server has that keeps its data in memory or on an SSD.
	p.run(t, "SET random_page_cost = 1.1")
	return p
}

// run runs one statement.
func (p planner) run(t *testing.T, sql string) {
	t.Helper()
	if _, err := p.conn.Exec(t.Context(), sql, pgx.QueryExecModeSimpleProtocol); err != nil {
		t.Fatalf("%v in %s", err, sql)
	}
}

// whole returns the large tables that a statement reads from end to end.
func (p planner) whole(t *testing.T, s store.Statement) []string {
	t.Helper()
	return p.plan(t, s).whole(false)
}

// looksUp reports whether a statement looks into the search index of a table.
func (p planner) looksUp(t *testing.T, s store.Statement, table string) bool {
	t.Helper()
	return strings.Contains(s.SQL, `"`+table+`"`) && p.plan(t, s).uses(store.SearchIndexName(table))
}

// bounds reports whether a statement looks events of certain dates up by an index
// of a table, and by no other one.
func (p planner) bounds(t *testing.T, s store.Statement, table string) bool {
	t.Helper()
	return slices.Equal(p.plan(t, s).dated(), []string{table})
}

// dated returns the tables of which an index is asked for certain starts.
func (n node) dated() []string {
	var list []string
	if strings.Contains(n.Cond, "start_date") {
		list = append(list, n.Relation)
	}
	for _, below := range n.Plans {
		list = append(list, below.dated()...)
	}
	return list
}

// plan has a statement explained.
func (p planner) plan(t *testing.T, s store.Statement) node {
	t.Helper()
	p.run(t, "PREPARE asked AS "+s.SQL)
	defer p.run(t, "DEALLOCATE asked")
	values := make([]string, len(s.Args))
	for i, v := range s.Args {
		values[i] = literal(v)
	}
	call := "EXECUTE asked"
	if len(values) > 0 {
		call += "(" + strings.Join(values, ", ") + ")"
	}
	var text string
	if err := p.conn.QueryRow(t.Context(), "EXPLAIN (FORMAT JSON) "+call, pgx.QueryExecModeSimpleProtocol).Scan(&text); err != nil {
		t.Fatalf("%v in %s", err, call)
	}
	var plans []struct{ Plan node }
	if err := json.Unmarshal([]byte(text), &plans); err != nil {
		t.Fatal(err)
	}
	return plans[0].Plan
}

// literal writes a value as any type takes it.
func literal(v any) string {
	text := fmt.Sprint(v)
	switch v := v.(type) {
	case []int64:
		text = "{" + strings.Trim(strings.ReplaceAll(fmt.Sprint(v), " ", ","), "[]") + "}"
	case []string:
		quoted := make([]string, len(v))
		for i, s := range v {
			quoted[i] = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
		}
		text = "{" + strings.Join(quoted, ",") + "}"
	}
	return "'" + strings.ReplaceAll(text, "'", "''") + "'"
}

// node is one step of a plan.
type node struct {
	Type     string `json:"Node Type"`
	Relation string `json:"Relation Name"`
	Index    string `json:"Index Name"`
	Cond     string `json:"Index Cond"`
	Plans    []node
}

// uses reports whether some step looks into an index.
func (n node) uses(index string) bool {
	return n.Index == index || slices.ContainsFunc(n.Plans, func(below node) bool { return below.uses(index) })
}

// whole returns the large tables that are read from end to end.  Ends tells
// that the step is asked for some rows only: then an index may be read in its
// order, from its beginning to where the page is full.
func (n node) whole(ends bool) []string {
	var list []string
	switch n.Type {
	case "Seq Scan":
		if large(n.Relation) {
			list = append(list, n.Relation+" (sequential scan)")
		}
	case "Index Scan", "Index Only Scan":
		if large(n.Relation) && n.Cond == "" && !ends {
			list = append(list, n.Relation+" ("+n.Index+")")
		}
	case "Limit":
		ends = true
	case "Sort", "Aggregate", "Hash", "Incremental Sort":
		ends = false
	}
	for _, below := range n.Plans {
		list = append(list, below.whole(ends)...)
	}
	return list
}
