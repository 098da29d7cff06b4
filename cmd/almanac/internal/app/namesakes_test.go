package app_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// copies adds rows to a table that are those of one record but for their ids,
// from low to high, and what replace gives for other columns; n is the number.
func (s *site) copies(table string, columns []string, id int64, low, high int, replace map[string]string) {
	s.t.Helper()
	values := slices.Clone(columns)
	for i, column := range columns {
		if values[i] = "r." + column; column == "id" {
			values[i] = "1000000 + n"
		}
		if with, ok := replace[column]; ok {
			values[i] = with
		}
	}
	s.execute(fmt.Sprintf(`INSERT INTO post_id_sequence (id, resource) WITH RECURSIVE g(n) AS (SELECT %d UNION ALL SELECT n + 1 FROM g WHERE n < %d) SELECT 1000000 + n, '%s' FROM g`,
		low, high, strings.TrimSuffix(table, "s")))
	s.execute(fmt.Sprintf(`INSERT INTO %s (%s) WITH RECURSIVE g(n) AS (SELECT %d UNION ALL SELECT n + 1 FROM g WHERE n < %d) SELECT %s FROM g JOIN %s AS r ON r.id = %d`,
		table, strings.Join(columns, ", "), low, high, strings.Join(values, ", "), table, id))
}

func TestTheFirstFreeNumberIsFoundAmongManySlugs(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		s.writtenBeside = true
		event := newEvent("Yoga", nil)
		id := s.must(http.StatusCreated, http.MethodPost, "/events", event).id()
		s.copies("events", s.Env.Resource("event").Columns, id, 2, 150, map[string]string{"slug": "'yoga-' || n"})
		check := func(when, want string) {
			t.Helper()
			a := s.must(http.StatusCreated, http.MethodPost, "/events", event)
			if got := a.body["slug"]; got != want {
				t.Errorf("%s: slug %v, want %s", when, got, want)
			}
		}
		check("some", "yoga-151")
		s.copies("events", s.Env.Resource("event").Columns, id, 152, 5000, map[string]string{"slug": "'yoga-' || n"})
		check("many", "yoga-5001")
		check("many and one", "yoga-5002")
		s.execute("UPDATE events SET slug = 'other' WHERE slug = 'yoga-17'")
		check("a gap", "yoga-17")
		s.execute("UPDATE events SET slug = 'another' WHERE slug = 'yoga-200'")
		check("a gap at the end of what is read", "yoga-200")
		s.execute("UPDATE events SET slug = 'first' WHERE slug = 'yoga'")
		check("the slug itself", "yoga")
		s.execute("UPDATE events SET slug = 'yoga-9000' WHERE slug = 'yoga-5002'")
		check("the last one gone", "yoga-5002")
	})
}

func TestARepeatedVenueIsFoundAmongManyOfItsName(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		s.writtenBeside = true
		create := func(fields js) int64 {
			fields["venue"] = "Town Hall"
			return s.must(http.StatusCreated, http.MethodPost, "/venues", fields).id()
		}
		first := create(js{"city": "Town 0", "zip": "1"})
		s.copies("venues", s.Env.Resource("venue").Columns, first, 1, 60, map[string]string{
			"slug": "'town-hall-' || n", "city": "'Town ' || n", "city_search": "'town ' || n",
			"description": "CASE WHEN n < 60 THEN 'text' ELSE '' END", "description_search": "CASE WHEN n < 60 THEN 'text' ELSE '' END",
			"show_map": "n <> 40", "geo_lat": "CASE WHEN n = 30 THEN 1.5 END",
		})
		for _, tt := range []struct {
			name   string
			fields js
			want   int64 // 0 for a new one.
		}{
			{"its name alone", js{}, first},
			{"a city", js{"city": "Town 57"}, 1000057},
			{"a city and another zip", js{"city": "Town 57", "zip": "2"}, 0},
			{"no text, which only one behind many and the first have", js{"description": "", "city": "Town 60"}, 1000060},
			{"no map", js{"show_map": false}, 1000040},
			{"a map", js{"show_map": true, "city": "Town 41"}, 1000041},
			{"a place", js{"geo_lat": 1.5}, 1000030},
			{"an empty list of everything and no city", js{"city": "", "address": ""}, 0},
			{"the zip of all", js{"zip": "1"}, first},
		} {
			before := len(s.texts("SELECT slug FROM venues"))
			got := create(tt.fields)
			made := len(s.texts("SELECT slug FROM venues")) > before
			if made != (tt.want == 0) || tt.want != 0 && got != tt.want {
				t.Errorf("%s: venue %d, new %v, want %d", tt.name, got, made, tt.want)
			}
		}
		s.execute("UPDATE venues SET description = 'text', description_search = 'text' WHERE description = ''")
		s.execute("UPDATE venues SET description = '', description_search = '' WHERE id = 1000055")
		if got := create(js{"description": ""}); got != 1000055 {
			t.Errorf("behind those that are read first: venue %d", got)
		}
	})
}
