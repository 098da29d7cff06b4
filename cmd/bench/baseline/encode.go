package baseline

import (
	"strconv"
	"strings"
	"time"

	"almanac/runtime/jsonenc"
)

// The URLs of the site, as the service is configured.
const (
	site = "bench.example"
	// SiteURL is the address of the site in links.
	SiteURL = "http://" + site
	rest    = SiteURL + Root
	// Root is the path of the API.
	Root = "/calendar/events/v1"
)

// member appends the name of a member, written with what stands before it, and
// its text.
func member(b []byte, name, value string) []byte {
	return jsonenc.AppendString(append(b, name...), value)
}

func number(b []byte, name string, n int64) []byte {
	return strconv.AppendInt(append(b, name...), n, 10)
}

func boolean(b []byte, name string, v bool) []byte { return strconv.AppendBool(append(b, name...), v) }

// optional is member for a text that may be empty and is left out then.
func optional(b []byte, name, value string) []byte {
	if value == "" {
		return b
	}
	return member(b, name, value)
}

// global appends the ids that are unique among sites.
func global(b []byte, id int64) []byte {
	b = number(b, `"global_id":"`+site+`?id=`, id)
	return append(number(b, `","global_id_lineage":["`+site+`?id=`, id), `"]`...)
}

// details appends the parts of a wall time.
func details(b []byte, name, w string) []byte {
	b = append(append(b, name...), `{"year":"`...)
	b = append(append(append(b, w[:4]...), `","month":"`...), w[5:7]...)
	b = append(append(append(b, `","day":"`...), w[8:10]...), `","hour":"`...)
	b = append(append(append(b, w[11:13]...), `","minutes":"`...), w[14:16]...)
	return append(append(append(b, `","seconds":"`...), w[17:19]...), `"}`...)
}

// stamps appends what every post tells about its publication.
func stamps(b []byte, author int64, status, date, dateUTC, modified, modifiedUTC string) []byte {
	b = member(number(b, `"author":"`, author), `","status":`, status)
	b = member(member(b, `,"date":`, date), `,"date_utc":`, dateUTC)
	return member(member(b, `,"modified":`, modified), `,"modified_utc":`, modifiedUTC)
}

// paragraph returns a text as a paragraph.
func paragraph(s string) string {
	if s = strings.TrimSpace(s); s == "" || s[0] == '<' {
		return s
	}
	return "<p>" + s + "</p>"
}

// append appends an event; a single one has json_ld.
func (e *Event) append(b []byte, single bool) []byte {
	b = append(number(b, `{"id":`, e.ID), ',')
	b = append(global(b, e.ID), ',')
	b = stamps(b, e.Author, e.Status, e.Date, e.DateUTC, e.Modified, e.ModifiedUTC)
	b = append(append(append(b, `,"url":"`+SiteURL+`/event/`...), e.Slug...), `/","rest_url":"`+rest+`/events/`...)
	b = member(strconv.AppendInt(b, e.ID, 10), `","title":`, e.Title)
	b = member(member(b, `,"description":`, paragraph(e.Description)), `,"excerpt":`, paragraph(e.Excerpt))
	b = boolean(member(b, `,"slug":`, e.Slug), `,"image":false,"all_day":`, e.AllDay)
	b = details(member(b, `,"start_date":`, e.Start), `,"start_date_details":`, e.Start)
	b = details(member(b, `,"end_date":`, e.End), `,"end_date_details":`, e.End)
	b = details(member(b, `,"utc_start_date":`, e.StartUTC), `,"utc_start_date_details":`, e.StartUTC)
	b = details(member(b, `,"utc_end_date":`, e.EndUTC), `,"utc_end_date_details":`, e.EndUTC)
	abbreviation, _ := e.time(e.Start).Zone()
	b = member(member(b, `,"timezone":`, e.Zone), `,"timezone_abbr":`, abbreviation)
	b = member(e.cost(b), `,"website":`, e.Website)
	b = boolean(boolean(b, `,"show_map":`, e.ShowMap), `,"show_map_link":`, e.ShowMapLink)
	b = boolean(boolean(b, `,"hide_from_listings":`, e.Hidden), `,"sticky":`, e.Sticky)
	b = boolean(b, `,"featured":`, e.Featured)
	b = terms(append(b, `,"categories":`...), e.Categories, "tribe_events_cat", "categories")
	b = terms(append(b, `,"tags":`...), e.Tags, "post_tag", "tags")
	b = e.places(b, single)
	b = e.people(b, single)
	b = append(b, `,"custom_fields":[],"ticketed":false`...)
	if single {
		b = e.linked(append(b, `,"json_ld":`...))
	}
	return append(b, '}')
}

// time returns the instant of one of the wall times.
func (e *Event) time(wall string) time.Time {
	t, _ := time.ParseInLocation(time.DateTime, wall, e.location) // Stored times are well formed.
	return t
}

// price returns the one value of a cost; the data set has no others.
func (e *Event) price() string {
	value, _, _ := strings.Cut(strings.TrimPrefix(e.Cost, `{"values":["`), `"`)
	return value
}

// cost appends the cost and its parts.
func (e *Event) cost(b []byte) []byte {
	price := e.price()
	switch price {
	case "":
		return append(b,
			`,"cost":"","cost_details":{"currency_symbol":"","currency_code":"","currency_position":"","values":[]}`...)
	case "0":
		b = append(b, `,"cost":"Free"`...)
	default:
		b = append(append(append(b, `,"cost":"$`...), price...), '"')
	}
	b = append(b, `,"cost_details":{"currency_symbol":"","currency_code":"","currency_position":"","values":["`...)
	return append(append(b, price...), `"]}`...)
}

// terms appends the terms of an event.
func terms(b []byte, list []*Term, taxonomy, table string) []byte {
	b = append(b, '[')
	for i, t := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = member(member(append(b, '{'), `"name":`, t.Name), `,"slug":`, t.Slug)
		b = number(b, `,"term_group":0,"term_taxonomy_id":`, t.ID)
		b = append(append(append(b, `,"taxonomy":"`...), taxonomy...), '"')
		b = number(member(b, `,"description":`, t.Description), `,"parent":`, t.Parent)
		b = number(number(b, `,"count":`, t.Count), `,"filter":"raw","id":`, t.ID)
		b = append(append(b, `,"urls":{"self":"`+rest+`/`...), table...)
		b = append(append(number(b, "/", t.ID), `","collection":"`+rest+`/`...), table...)
		if t.Parent != 0 {
			b = append(append(b, `","up":"`+rest+`/`...), table...)
			b = number(b, "/", t.Parent)
		}
		b = append(b, `"}}`...)
	}
	return append(b, ']')
}

// places appends the venues, one as an object and several as a list.
func (e *Event) places(b []byte, single bool) []byte {
	b = append(b, `,"venue":`...)
	if len(e.Venues) == 1 {
		return e.Venues[0].appendVenue(b, single)
	}
	b = append(b, '[')
	for i, v := range e.Venues {
		if i > 0 {
			b = append(b, ',')
		}
		b = v.appendVenue(b, single)
	}
	return append(b, ']')
}

// people appends the organizers.
func (e *Event) people(b []byte, single bool) []byte {
	b = append(b, `,"organizer":[`...)
	for i, o := range e.Organizers {
		if i > 0 {
			b = append(b, ',')
		}
		b = o.appendOrganizer(b, single)
	}
	return append(b, ']')
}

func (p *Post) appendVenue(b []byte, single bool) []byte {
	b = append(number(b, `{"id":`, p.ID), ',')
	b = stamps(b, p.Author, p.Status, p.Date, p.DateUTC, p.Modified, p.ModifiedUTC)
	b = append(append(append(b, `,"url":"`+SiteURL+`/venue/`...), p.Slug...), `/"`...)
	b = optional(optional(b, `,"venue":`, p.Name), `,"description":`, paragraph(p.Description))
	b = optional(optional(b, `,"slug":`, p.Slug), `,"address":`, p.Address)
	b = optional(optional(b, `,"city":`, p.City), `,"country":`, p.Country)
	b = optional(optional(b, `,"province":`, p.Province), `,"state":`, p.State)
	b = optional(optional(b, `,"zip":`, p.Zip), `,"phone":`, p.Phone)
	b = optional(optional(b, `,"website":`, p.Website), `,"stateprovince":`, p.StateProvince)
	if p.Lat != nil && p.Lng != nil {
		b = strconv.AppendFloat(append(b, `,"geo_lat":`...), *p.Lat, 'f', -1, 64)
		b = strconv.AppendFloat(append(b, `,"geo_lng":`...), *p.Lng, 'f', -1, 64)
	}
	if single {
		b = p.placeLinked(append(b, `,"json_ld":`...))
	}
	b = boolean(boolean(b, `,"show_map":`, p.ShowMap), `,"show_map_link":`, p.ShowMapLink)
	return append(global(append(b, ','), p.ID), '}')
}

func (p *Post) appendOrganizer(b []byte, single bool) []byte {
	b = append(number(b, `{"id":`, p.ID), ',')
	b = stamps(b, p.Author, p.Status, p.Date, p.DateUTC, p.Modified, p.ModifiedUTC)
	b = append(append(append(b, `,"url":"`+SiteURL+`/organizer/`...), p.Slug...), `/"`...)
	b = optional(optional(b, `,"organizer":`, p.Name), `,"description":`, paragraph(p.Description))
	b = optional(optional(b, `,"slug":`, p.Slug), `,"phone":`, p.Phone)
	b = optional(optional(b, `,"website":`, p.Website), `,"email":`, p.Email)
	if single {
		b = p.personLinked(append(b, `,"json_ld":`...))
	}
	return append(global(append(b, ','), p.ID), '}')
}
