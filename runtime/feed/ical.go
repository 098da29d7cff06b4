package feed

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math"
	"net/mail"
	"net/url"
	"strconv"
	"strings"

	"github.com/emersion/go-ical"

	"almanac/runtime/dates"
	"almanac/runtime/text"
)

// refresh is how often calendar programs shall look for changes.
const refresh = "PT1H"

// icalWriter writes iCalendar.
type icalWriter struct {
	out     io.Writer
	channel Channel
}

// ICal begins iCalendar (RFC 5545 and 7986).  A calendar without entries holds
// the time zone of the site, because an empty one is not valid.  An error is
// that of out: no value leads to one.
func ICal(out io.Writer, c Channel) (Writer, error) {
	if c.Zone.IsFixed() {
		c.Zone = dates.Zone{} // Not every program knows offsets as zones.
	}
	w := &icalWriter{out: out, channel: c}
	cal := ical.NewCalendar()
	set(cal.Component, ical.PropProductID, "-//"+line(c.Host)+"//Calendar//EN")
	set(cal.Component, ical.PropVersion, "2.0")
	set(cal.Component, ical.PropCalendarScale, "GREGORIAN")
	set(cal.Component, ical.PropName, c.Name)
	set(cal.Component, "X-WR-CALNAME", c.Name)
	set(cal.Component, "X-WR-TIMEZONE", tzid(c.Zone))
	raw(cal.Component, ical.PropURL, c.SiteURL)
	raw(cal.Component, ical.PropRefreshInterval, refresh).Params.Set(ical.ParamValue, string(ical.ValueDuration))
	raw(cal.Component, "X-PUBLISHED-TTL", refresh)
	head, _, err := around(cal)
	if err == nil {
		_, err = out.Write(fold(head))
	}
	if err == nil {
		err = w.write(zones(c))
	}
	return w, err
}

// Add writes entries as VEVENTs.
func (w *icalWriter) Add(entries []Entry) error {
	list := make([]*ical.Component, 0, len(entries))
	for _, e := range entries {
		list = append(list, e.component(w.channel))
	}
	return w.write(list)
}

// Close ends the calendar.
func (w *icalWriter) Close() error {
	_, tail, err := around(newCalendar())
	if err == nil {
		_, err = w.out.Write(tail)
	}
	return err
}

// write writes components that stand in the calendar.
func (w *icalWriter) write(list []*ical.Component) error {
	cal := newCalendar()
	head, tail, err := around(cal)
	if err != nil || len(list) == 0 {
		return err
	}
	cal.Children = list
	whole, err := encoded(cal)
	if err == nil {
		_, err = w.out.Write(fold(whole[len(head) : len(whole)-len(tail)]))
	}
	return err
}

// newCalendar returns a calendar with the least that the library writes.
func newCalendar() *ical.Calendar {
	cal := ical.NewCalendar()
	set(cal.Component, ical.PropProductID, "-")
	set(cal.Component, ical.PropVersion, "2.0")
	return cal
}

// around returns what the library, which writes whole calendars alone, writes
// before and behind the components of a calendar.
func around(cal *ical.Calendar) (head, tail []byte, err error) {
	cal.Children = []*ical.Component{ical.NewComponent("X-CONTENT")}
	whole, err := encoded(cal)
	head, tail, _ = bytes.Cut(whole, []byte("BEGIN:X-CONTENT\r\nEND:X-CONTENT\r\n"))
	return head, tail, err
}

// encoded writes a calendar; its lines are not folded.
func encoded(cal *ical.Calendar) ([]byte, error) {
	var out bytes.Buffer
	if err := ical.NewEncoder(&out).Encode(cal); err != nil {
		return nil, fmt.Errorf("write iCalendar: %w", err)
	}
	return out.Bytes(), nil
}

// component turns an entry into a VEVENT of a calendar.
func (e Entry) component(in Channel) *ical.Component {
	c := ical.NewComponent(ical.CompEvent)
	set(c, ical.PropUID, cmp.Or(e.UID, in.uid(e.ID)))
	e.stamps(c)
	e.times(c, in.Outline)
	set(c, ical.PropSummary, e.Title)
	e.describe(c)
	set(c, ical.PropStatus, e.status())
	if e.EventStatus != "" && (e.Status == "publish" || e.Status == "private" || e.Status == "future") {
		set(c, PropStatus, e.EventStatus)
	}
	set(c, ical.PropComment, e.StatusReason)
	if e.Status == "private" {
		set(c, ical.PropClass, "PRIVATE")
	}
	set(c, ical.PropLocation, cmp.Or(strings.Join(each(e.Places, Place.address), "; "), e.OnlineURL))
	for _, p := range e.Places {
		if p.Latitude != nil && p.Longitude != nil {
			raw(c, ical.PropGeo, degrees(*p.Latitude)+";"+degrees(*p.Longitude))
			break
		}
	}
	e.organizer(c)
	for _, name := range e.names("") {
		add(c, ical.PropCategories, name)
	}
	for _, name := range e.names("tags") {
		add(c, PropTags, name)
	}
	raw(c, ical.PropURL, e.URL)
	if e.Website != e.URL {
		raw(c, PropWebsite, e.Website)
	}
	set(c, PropCost, e.Cost)
	set(c, PropAttendance, e.AttendanceMode)
	e.picture(c)
	if e.OnlineURL != "" {
		raw(c, ical.PropConference, e.OnlineURL).Params.Set(ical.ParamValue, string(ical.ValueURI))
	}
	return c
}

// describe sets the description as plain text and, if it says more, as HTML in the property of
// Outlook that many programs read.
func (e Entry) describe(c *ical.Component) {
	markup := text.Paragraphs(e.Description)
	plain := text.Lines(markup)
	set(c, ical.PropDescription, plain)
	if markup != text.Paragraphs(text.Escape(plain)) {
		set(c, PropHTML, markup)
		if p := c.Props.Get(PropHTML); p != nil {
			p.Params.Set(ical.ParamFormatType, "text/html")
		}
	}
}

// stamps sets what tells changes apart.  DTSTAMP is the time of the last change
// and not that of the response, which would differ each time.
func (e Entry) stamps(c *ical.Component) {
	stamp := e.Modified
	if !stamp.Valid() {
		stamp = dates.FromUnix(0)
	}
	raw(c, ical.PropDateTimeStamp, compact(stamp)+"Z")
	raw(c, ical.PropLastModified, compact(stamp)+"Z")
	if e.Published.Valid() {
		raw(c, ical.PropCreated, compact(e.Published)+"Z")
	}
	raw(c, ical.PropSequence, strconv.FormatInt(min(e.Version, math.MaxInt32), 10))
}

// picture sets the picture, for programs that know RFC 7986 and for older ones.
func (e Entry) picture(c *ical.Component) {
	for _, name := range []string{ical.PropAttach, ical.PropImage} {
		prop := raw(c, name, e.Image)
		if e.ImageType != "" {
			prop.Params.Set(ical.ParamFormatType, e.ImageType)
		}
		if name == ical.PropImage {
			prop.Params.Set(ical.ParamValue, string(ical.ValueURI))
			prop.Params.Set(ical.ParamDisplay, "BADGE")
		}
	}
}

// times sets start and end.  An end that is the start is left out, because a
// written one must be later; what that leaves is an event without a duration.  Some
// programs misread zones that are offsets, and which of two equal hours is meant: such
// times are in UTC, and the zone stands in a property of our own, for the import.
func (e Entry) times(c *ical.Component, o Outline) {
	if e.AllDay {
		e.days(c)
		return
	}
	start, end := e.moments()
	z := e.Zone
	if !o.defines(e) || z.Repeats(e.Start) || z.Repeats(e.End) {
		start.Local, end.Local, z = start.UTC(), end.UTC(), dates.Zone{}
		set(c, PropZone, e.Zone.Name())
	}
	timed(c, ical.PropDateTimeStart, start.Local, z)
	if end.Instant.After(start.Instant) {
		timed(c, ical.PropDateTimeEnd, end.Local, z)
	}
}

// days sets the first day and the one after the last.  After the last day of
// the calendar there is none, so that the number of days stands instead.  Whole
// days have no zone in iCalendar; the one that the event has stands in a property
// of our own, for the import.
func (e Entry) days(c *ical.Component) {
	set(c, PropZone, e.Zone.Name())
	date := func(name string, w dates.WallTime) {
		raw(c, name, compact(w)[:len("20060102")]).Params.Set(ical.ParamValue, string(ical.ValueDate))
	}
	first := e.Start.StartOfDay()
	last := max(e.End.StartOfDay(), first)
	date(ical.PropDateTimeStart, first)
	if after := last.EndOfDay().AddSeconds(1); after > last.EndOfDay() {
		date(ical.PropDateTimeEnd, after)
		return
	}
	raw(c, ical.PropDuration, fmt.Sprintf("P%dD", last.Sub(first)/(24*60*60)+1))
}

// organizer sets the first organizer whose e-mail is an address; the others
// become contacts, with their addresses.
func (e Entry) organizer(c *ical.Component) {
	for _, p := range e.Organizers {
		address, err := mail.ParseAddress(p.Email)
		if err == nil && address.Address == p.Email && c.Props.Get(ical.PropOrganizer) == nil {
			raw(c, ical.PropOrganizer, "mailto:"+url.PathEscape(p.Email)).Params.Set(ical.ParamCommonName, parameter(p.Name))
			continue
		}
		if p.Name == "" {
			continue
		}
		contact := prose(ical.PropContact, p.Name)
		if err == nil && address.Address == p.Email {
			contact.Params.Set(ical.ParamAltRep, "mailto:"+url.PathEscape(p.Email))
		}
		c.Props.Add(contact)
	}
}

// status returns the STATUS of an event, "" for none.  iCalendar has no word for
// postponed: the new date is open.
func (e Entry) status() string {
	switch e.EventStatus {
	case "canceled":
		return string(ical.EventCancelled)
	case "postponed":
		return string(ical.EventTentative)
	}
	switch e.Status {
	case "publish", "private", "future":
		return string(ical.EventConfirmed)
	case "draft", "pending":
		return string(ical.EventTentative)
	case "trash":
		return string(ical.EventCancelled)
	}
	return ""
}

func timed(c *ical.Component, name string, w dates.WallTime, z dates.Zone) {
	if z == (dates.Zone{}) {
		raw(c, name, compact(w)+"Z")
		return
	}
	raw(c, name, compact(w)).Params.Set(ical.PropTimezoneID, tzid(z))
}

// compact writes a wall time as "20060102T150405".
func compact(w dates.WallTime) string {
	return strings.NewReplacer("-", "", ":", "", " ", "T").Replace(string(w))
}

// degrees writes a coordinate with six digits, about 10 centimetres.
func degrees(f float64) string { return strconv.FormatFloat(f, 'f', 6, 64) }

// set sets a property of text, unless it is empty.
func set(c *ical.Component, name, value string) {
	if value != "" {
		c.Props.Set(prose(name, value))
	}
}

// add adds a property of text that may stand several times.
func add(c *ical.Component, name, value string) {
	if value != "" {
		c.Props.Add(prose(name, value))
	}
}

// prose makes a property of text.  It is not marked as such: that is what the
// properties here are, those with X- included, and not every program expects
// the mark on them.
func prose(name, value string) *ical.Prop {
	prop := ical.NewProp(name)
	prop.SetText(clean(value))
	prop.Params.Del(ical.ParamValue)
	return prop
}

// raw sets a property that is no text, such as an address or a number, and
// returns it; an empty one is not set.
func raw(c *ical.Component, name, value string) *ical.Prop {
	prop := ical.NewProp(name)
	prop.Value = line(value)
	if prop.Value != "" {
		c.Props.Set(prop)
	}
	return prop
}

// parameter returns what a parameter can hold of a text: no quotation marks, and
// no backslashes, which mean themselves there but not to every program.
func parameter(s string) string { return strings.NewReplacer(`"`, "'", `\`, "/").Replace(line(s)) }
