package floor

import (
	"strconv"
	"strings"
	"time"
)

// Draft is an event to be made, as a client sends it.
type Draft struct {
	Title       string  `json:"title"`
	Description string  `json:"description"`
	Start       string  `json:"start_date"`
	End         string  `json:"end_date"`
	Cost        string  `json:"cost"`
	Venue       []int64 `json:"venue"`
	Organizer   []int64 `json:"organizer"`
	Categories  []int64 `json:"categories"`
	Tags        []int64 `json:"tags"`
}

// newEvent are the columns of an event that is made.
const newEvent = `id, version, language, author, slug, created_utc, modified_utc, status, date, date_utc, modified, wanted_slug, password, image_id,
	title, start_date, end_date, utc_start_date, utc_end_date, duration, description, excerpt, timezone, all_day, cost, website,
	show_map, show_map_link, hide_from_listings, sticky, featured, post_parent, ticketed, title_search, title_sort, description_search, excerpt_search`

// newEventValues is how many of them follow the id.
const newEventValues = 36

// values returns the values of newEvent that follow the id.
func (d *Draft) values(slug string) []any {
	now, title := time.Now().UTC().Format(time.DateTime), strings.ToLower(d.Title)
	return []any{
		int64(1), "en", int64(1), slug, now, now, "publish", now, now, now, "", "", int64(0),
		d.Title, d.Start, d.End, d.Start, d.End, d.seconds(), d.Description, "", "UTC", false, `{"values":["` + d.Cost + `"]}`, "",
		true, true, false, false, false, int64(0), "", title, title, strings.ToLower(plain(d.Description)), "",
	}
}

// seconds returns how long the event lasts.
func (d *Draft) seconds() int64 {
	start, _ := time.Parse(time.DateTime, d.Start) // The bench sends dates in this form.
	end, _ := time.Parse(time.DateTime, d.End)
	return int64(end.Sub(start) / time.Second)
}

// folded returns what the search table holds of the event.
func (d *Draft) folded() string { return strings.ToLower(d.Title + "\n" + plain(d.Description)) }

// placeholders lists n placeholders from $first on.
func placeholders(first, n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = "$" + strconv.Itoa(first+i)
	}
	return strings.Join(list, ", ")
}
