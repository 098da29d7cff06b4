package generator_test

import (
	"strings"
	"testing"

	"almanac/generator"
	"almanac/resources/dsl"
)

func TestRecordsCannotChangeTheTableOfTheirIDs(t *testing.T) {
	own, shared := order(), order()
	own.Fields, own.Filters = own.Fields[:5], nil
	shared.Fields, shared.Filters, shared.IDTable = own.Fields, nil, "ticket_id_sequence"
	var h history
	h.release(t, []dsl.Resource{own, ticketIDs()})
	_, err := generator.Evolve([]dsl.Resource{shared, ticketIDs()}, h.before)
	const want = `its IDs were those of "order_id_sequence" and would be those of "ticket_id_sequence", which does not know the ones in use`
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}

func TestMigrationsKeepTheIDsOfRecords(t *testing.T) {
	described := func(change func(*dsl.Resource)) []dsl.Resource {
		r := dsl.Resource{
			Name: "order", Plural: "orders", Kind: dsl.KindRecord, Doc: "Orders.", ResponseFields: "*", SortOptions: []dsl.SortOption{dsl.SortBy("id")},
			Fields: []dsl.Field{dsl.String("status").Sortable().Doc("Status")},
		}
		change(&r)
		return []dsl.Resource{r, ticketIDs()}
	}
	renamed := func(r *dsl.Resource) { r.Name, r.Plural, r.RenamedFrom = "bill", "bills", "order" }
	onBoth(t, func(t *testing.T, db database) {
		var h history
		db.mustApply(t, h.release(t, described(func(*dsl.Resource) {})), "up")
		db.must(t, `INSERT INTO orders (id, version, created_utc, modified_utc, status, status_sort) VALUES (7, 1, '', '', 'Paid', 'paid')`)
		db.must(t, `INSERT INTO order_id_sequence (id, resource) VALUES (7, 'order')`)

		db.mustApply(t, h.release(t, described(renamed)), "up")
		if got := db.rows(t, "SELECT b.id || b.status || s.resource FROM bills AS b JOIN bill_id_sequence AS s ON s.id = b.id"); strings.Join(got, " ") != "7Paidorder" {
			t.Errorf("renamed: %v", got)
		}
		db.mustApply(t, h.release(t, append(described(func(r *dsl.Resource) { *r = ticketIDs() })[1:], dsl.DropResource("bill", "nobody pays"))), "up")
		if all := strings.Join(db.catalog(t, false), "\n"); strings.Contains(all, "bill") || strings.Contains(all, "order") {
			t.Errorf("dropped, and still there:\n%s", all)
		}
	})
}
