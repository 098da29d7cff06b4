package generator_test

import (
	"testing"

	"almanac/resources/dsl"
)

// TestARenamedTableIsComputedAgain renames a resource and takes that back
// before the service has started: a mark under either name would tell of values
// that are not there.
func TestARenamedTableIsComputedAgain(t *testing.T) {
	_, owner, _, setting := shops()
	seller := owner
	seller.Name, seller.Plural, seller.PagePath, seller.RenamedFrom = "seller", "sellers", "seller", "owner"
	onBoth(t, func(t *testing.T, db database) {
		var h history
		db.mustApply(t, h.release(t, []dsl.Resource{owner, setting}), "up")
		step := h.release(t, []dsl.Resource{seller, setting})
		for _, direction := range []string{"up", "down"} {
			db.must(t, "INSERT INTO schema_metadata (name, value) VALUES ('derived/owners', '1'), ('derived/sellers', '1'), ('derived/sellers/done', '1'), ('counts', '1')")
			db.mustApply(t, step, direction)
			if left := db.rows(t, "SELECT name FROM schema_metadata"); len(left) != 1 || left[0] != "counts" {
				t.Errorf("after %s there are the marks %v, want counts only", direction, left)
			}
			db.must(t, "DELETE FROM schema_metadata")
		}
	})
}
