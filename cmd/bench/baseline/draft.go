package baseline

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
const newEvent = "id, language, slug, status, hide_from_listings, featured, start_date, end_date, utc_start_date, " +
	"utc_end_date, date, date_utc, modified, " +
	"duration, post_parent, title_sort, texts"

// newEventValues is how many of them follow the id.
const newEventValues = 16

// values returns the values of newEvent that follow the id.
func (d *Draft) values(slug string) []any {
	now := time.Now().UTC().Format(time.DateTime)
	packed := strings.Join([]string{
		"publish", now, now, now, now, d.Title, d.Description, "", slug, d.Start, d.End, d.Start, d.End, "UTC",
		`{"values":["` + d.Cost + `"]}`, SiteURL + "/event/" + slug + "/",
		"000000", "1", joinIDs(d.Categories, d.Tags), joinIDs(d.Venue, d.Organizer),
	}, mark)
	return []any{
		"en", slug, "publish", false, false, d.Start, d.End, d.Start, d.End, now, now, now, d.seconds(), int64(0),
		strings.ToLower(d.Title), packed,
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
