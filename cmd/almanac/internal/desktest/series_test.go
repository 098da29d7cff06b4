package desktest

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"almanac/runtime/desk/records"
	"almanac/runtime/service/servicetest"
)

// typedSeries is an event on a Friday, the second one of its month, that is about to repeat.
var typedSeries = []string{
	"title", "Jazz", "start_date", "2027-03-12T19:00", "end_date", "2027-03-12T22:00", "timezone", "Europe/Paris",
}

// seriesOf returns the series that an event is a date of.
func seriesOf(t *testing.T, s *servicetest.Server, event string) map[string]any {
	t.Helper()
	of, _ := read(t, s, "events/"+event)["series"].(map[string]any)
	if of == nil {
		t.Fatalf("event %s is single", event)
	}
	return read(t, s, "series/"+trimZeros(of["id"]))
}

// adds gives inputs further values of inputs, those of boxes: pairs of names and values.
func (f *form) adds(pairs ...string) *form {
	for i := 0; i < len(pairs); i += 2 {
		f.values.Add(pairs[i], pairs[i+1])
	}
	return f
}

func TestAFormSaysHowAnEventRepeats(t *testing.T) {
	tests := []struct {
		name  string
		typed []string
		want  string // Rule, exceptions and further dates.
		next  string // A part of what the form shows as the next dates.
	}{
		{"every day, ten times", []string{"how", "DAILY", "ends", "count", "count", "10"}, "FREQ=DAILY;COUNT=10 [] []", "<li>Fri 12 Mar 2027 · 7 pm</li><li>Sat 13"},
		{"every other day", []string{"how", "DAILY", "every", "2", "ends", "count", "count", "2"}, "FREQ=DAILY;INTERVAL=2;COUNT=2 [] []", "<li>Sun 14 Mar 2027 · 7 pm</li></ul>"},
		{"every week until a day in summer, all of which counts", []string{"how", "WEEKLY", "ends", "until", "until", "2027-06-30"}, "FREQ=WEEKLY;UNTIL=20270630T215959Z [] []", "<li>Fri 19 Mar"},
		{"every week until a day in winter", []string{"how", "WEEKLY", "ends", "until", "until", "2027-03-26"}, "FREQ=WEEKLY;UNTIL=20270326T225959Z [] []", "<li>Fri 26 Mar 2027 · 7 pm</li></ul>"},
		{"on two weekdays", []string{"how", "WEEKLY", "day", "TU", "day", "FR", "ends", "count", "count", "4"}, "FREQ=WEEKLY;COUNT=4;BYDAY=TU,FR [] []", "<li>Tue 16 Mar"},
		{"on that day of the month", []string{"how", "MONTHLY", "ends", "count", "count", "3"}, "FREQ=MONTHLY;COUNT=3 [] []", "<li>Mon 12 Apr"},
		{"on the second Friday", []string{"how", "MONTHLY", "month", "nth", "ends", "count", "count", "3"}, "FREQ=MONTHLY;COUNT=3;BYDAY=2FR [] []", "<li>Fri 9 Apr"},
		{"on the second Friday of March", []string{"how", "YEARLY", "month", "nth", "ends", "count", "count", "2"}, "FREQ=YEARLY;COUNT=2;BYMONTH=3;BYDAY=2FR [] []", "<li>Fri 10 Mar 2028"},
		{"every year", []string{"how", "YEARLY", "ends", "count", "count", "2"}, "FREQ=YEARLY;COUNT=2 [] []", "<li>Sun 12 Mar 2028"},
		{"without a day and with another", []string{"how", "WEEKLY", "ends", "count", "count", "3", "except", "2027-03-19", "date", "2027-03-20T20:00"}, "FREQ=WEEKLY;COUNT=3 [2027-03-19 19:00:00] [map[start_date:2027-03-20 20:00:00]]", "<li>Sat 20 Mar 2027 · 8 pm</li><li>Fri 26"},
		{"on chosen dates", []string{"how", "dates", "date", "2027-03-20T20:00"}, " [] [map[start_date:2027-03-12 19:00:00] map[start_date:2027-03-20 20:00:00]]", "<li>Fri 12 Mar 2027 · 7 pm</li><li>Sat 20"},
		{"by a rule", []string{"how", "rule", "rule", "FREQ=YEARLY;COUNT=2;BYYEARDAY=71"}, "FREQ=YEARLY;COUNT=2;BYYEARDAY=71 [] []", "<li>Sat 11 Mar 2028"},
	}
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		b := open(t, s)
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				f := b.form(b.get("/desk/records/events/new"), "record").set(typedSeries...)
				for i := 0; i < len(tt.typed); i += 2 {
					name := "recurrence." + tt.typed[i]
					if tt.typed[i] != "day" {
						f.values.Del(name)
					}
					f.adds(name, tt.typed[i+1])
				}
				shown := f.send("dates")
				shown.shows(t, http.StatusOK, tt.next)
				at, page := b.form(shown, "record").saves("publish")
				page.shows(t, http.StatusOK, `Published. <a href="/desk/records/events?series=`)
				id := idIn(at)
				if r := seriesOf(t, s, id); fmt.Sprint(r["rule"], r["except"], r["dates"]) != strings.Replace(tt.want, " [", "[", 1) {
					t.Errorf("got %v %v %v, want %s", r["rule"], r["except"], r["dates"], tt.want)
				}
				before := s.Send("", http.MethodGet, "events/"+id, nil)
				_, again := b.form(page, "record").saves("save")
				again.shows(t, http.StatusOK, "Saved.")
				if now := s.Send("", http.MethodGet, "events/"+id, nil); string(now.Body) != string(before.Body) {
					t.Errorf("saving the form as it is changes the event from %s to %s", before.Body, now.Body)
				}
			})
		}
	}, records.Part)
}

func TestAFormShowsHowAnEventRepeats(t *testing.T) {
	tests := []struct {
		rule string
		want url.Values
	}{
		{"FREQ=WEEKLY;BYDAY=FR;UNTIL=20270630T170000Z", url.Values{"how": {"WEEKLY"}, "day": {"FR"}, "ends": {"until"}, "until": {"2027-06-30"}}},
		{"FREQ=WEEKLY;UNTIL=20270630T160000Z", url.Values{"how": {"WEEKLY"}, "ends": {"until"}, "until": {"2027-06-29"}}},
		{"FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR;COUNT=9", url.Values{"how": {"WEEKLY"}, "day": {"MO", "TU", "WE", "TH", "FR"}, "count": {"9"}}},
		{"FREQ=MONTHLY;BYMONTHDAY=12;COUNT=3", url.Values{"how": {"MONTHLY"}, "month": {""}}},
		{"FREQ=MONTHLY;INTERVAL=3;BYDAY=2FR;COUNT=3", url.Values{"how": {"MONTHLY"}, "month": {"nth"}, "every": {"3"}}},
		{"FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=12;COUNT=3", url.Values{"how": {"YEARLY"}, "month": {""}}},
		{"FREQ=MONTHLY;BYMONTHDAY=12,13;COUNT=3", url.Values{"how": {"rule"}, "rule": {"FREQ=MONTHLY;BYMONTHDAY=12,13;COUNT=3"}}},
		{"FREQ=WEEKLY;INTERVAL=2;BYDAY=FR,SU;WKST=SU;COUNT=3", url.Values{"how": {"rule"}}},
	}
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		b := open(t, s)
		for _, tt := range tests {
			id := add(t, s, "events", map[string]any{"title": "Jazz", "start_date": "2027-03-12 19:00", "end_date": "2027-03-12 22:00", "timezone": "Europe/Paris", "recurrence": map[string]any{"rule": tt.rule}})
			f := b.form(b.get("/desk/records/events/"+id), "record")
			for name, want := range tt.want {
				if got := f.values["recurrence."+name]; fmt.Sprint(got) != fmt.Sprint(want) {
					t.Errorf("%s: %s is %q, want %q", tt.rule, name, got, want)
				}
			}
			f.saves("save")
			if got := seriesOf(t, s, id); got["rule"] != tt.rule || got["version"] != 1.0 {
				t.Errorf("%s becomes %v by a form that was not changed", tt.rule, got)
			}
		}
	}, records.Part)
}

func TestManyDatesAreLinesOfAText(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		b := open(t, s)
		var dates []any
		for day := range 25 {
			dates = append(dates, map[string]any{"start_date": fmt.Sprintf("2027-04-%02d 20:00", day+1)})
		}
		id := add(t, s, "events", map[string]any{"title": "Jazz", "start_date": "2027-03-12 19:00", "end_date": "2027-03-12 22:00", "recurrence": map[string]any{"dates": dates}})
		f := b.form(b.get("/desk/records/events/"+id), "record")
		text := f.values.Get("recurrence.date")
		if !strings.HasPrefix(text, "2027-03-12 19:00\r\n2027-04-01 20:00\r\n") {
			t.Errorf("the dates are %q", text)
		}
		f.saves("save")
		if got := seriesOf(t, s, id)["version"]; got != 1.0 {
			t.Errorf("a form that was not changed makes version %v", got)
		}
		f = b.form(b.get("/desk/records/events/"+id), "record")
		b.answers(t, f.set("recurrence.date", text+"\r\n2027-05-01 20:00").send("save"), "all")
		if got, _ := seriesOf(t, s, id)["dates"].([]any); len(got) != 27 {
			t.Errorf("%d dates, want 27", len(got))
		}
		var second map[string]any
		s.Send("", http.MethodGet, "events?orderby=start_date&start_date=2027-04-01&per_page=1", nil).Decode(t, &second)
		s.Send("", http.MethodDelete, "events/"+trimZeros(second["events"].([]any)[0].(map[string]any)["id"])+"?force=true", nil)
		f = b.form(b.get("/desk/records/events/"+id), "record")
		b.answers(t, f.set("recurrence.date", f.values.Get("recurrence.date")+"\r\n2027-05-02 20:00").send("save"), "all")
		if got := starts(t, s, seriesOf(t, s, id)["id"]); !strings.HasPrefix(got, "03-12 19:00, 04-02 20:00, ") || !strings.HasSuffix(got, "05-01 20:00, 05-02 20:00") {
			t.Errorf("a deleted date comes back: %s", got)
		}
	}, records.Part)
}

func TestWhatIsWrongWithARepetitionIsSaidInTheLanguageOfThePage(t *testing.T) {
	tests := []struct {
		typed []string
		want  [3]string // In the order of languages.
	}{
		{[]string{"how", "WEEKLY", "every", "0"}, [3]string{"The interval must be a number from 1 to 999.", "L’intervalle doit être un nombre de 1 à", "Der Abstand muss eine Zahl"}},
		{[]string{"how", "WEEKLY", "ends", "until", "until", "2027-03-01"}, [3]string{"The last day is before the start date.", "Le dernier jour précède le début.", "Der letzte Tag liegt vor dem Beginn."}},
		{[]string{"how", "WEEKLY", "day", "TU"}, [3]string{"The next date that does is Tue 16 Mar 2027 · 7 pm.", "Prochaine date possible : ", "Der nächste passende Termin ist Di. 16. März 2027 · 19 Uhr."}},
		{[]string{"how", "WEEKLY", "except", "2027-03-20"}, [3]string{"Except on: The series has no date on Sat 20 Mar 2027.", "Il n’y a pas de date le ", "Nicht am: Am Sa. 20. März 2027 gibt es keinen Termin."}},
		{[]string{"how", "rule", "rule", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"}, [3]string{"This rule produces no dates", "La règle ne donne aucune date", "Die Regel ergibt"}},
		{[]string{"how", "rule", "rule", "FREQ=HOURLY"}, [3]string{"This rule doesn’t work: FREQ: expected one of DAILY, WEEKLY, MONTHLY, YEARLY, found", "Cette règle ne convient pas : FREQ : attendu l’une des valeurs DAILY, WEEKLY, MONTHLY, YEARLY au lieu de « HOURLY »", "Diese Regel ist ungültig: FREQ: erwartet wird eines von DAILY, WEEKLY, MONTHLY, YEARLY statt „HOURLY“"}},
		{[]string{"how", "dates"}, [3]string{">Add at least one date.", ">Ajoutez au moins une date.", ">Fügen Sie mindestens einen Termin hinzu."}},
	}
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		for i, language := range languages {
			b := open(t, s)
			b.header.Set("Accept-Language", language)
			for _, tt := range tests {
				f := b.form(b.get("/desk/records/events/new"), "record").set(typedSeries...)
				for i := 0; i < len(tt.typed); i += 2 {
					f.set("recurrence."+tt.typed[i], tt.typed[i+1])
				}
				for do, status := range map[string]int{"dates": http.StatusOK, "publish": http.StatusUnprocessableEntity} {
					f.send(do).shows(t, status, tt.want[i])
				}
			}
		}
	}, records.Part)
}

func TestWeeksBeginAsTheLanguageHasThem(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		for language, want := range map[string][2]string{
			"en": {"<span>Sun</span><span>Mon</span>", `value="SU"><span>Sun</span></label>`},
			"fr": {"<span>lun.</span>", `value="MO"><span>lun.</span></label>`},
			"de": {"<span>Mo</span>", `value="MO"><span>Mo</span></label>`},
		} {
			b := open(t, s)
			b.header.Set("Accept-Language", language)
			b.get("/desk/records/events/calendar?month=2026-06").shows(t, http.StatusOK, `<div class="weekdays" aria-hidden="true">`+want[0])
			b.get("/desk/records/events/new").shows(t, http.StatusOK, `<div class="buttons">`+"\n"+`<label><input type="checkbox" name="recurrence.day" `+want[1])
		}
	}, records.Part)
}

// starts returns the starts of the dates of a series, without their years.
func starts(t *testing.T, s *servicetest.Server, series any) string {
	t.Helper()
	var list struct {
		Events []struct {
			Start string `json:"start_date"`
		} `json:"events"`
	}
	s.Send("", http.MethodGet, "events?per_page=50&orderby=start_date&series="+trimZeros(series), nil).Decode(t, &list)
	var all []string
	for _, e := range list.Events {
		all = append(all, e.Start[5:16])
	}
	return strings.Join(all, ", ")
}

// jazz makes an event of six Fridays by the API, and returns the IDs of its dates.
func jazz(t *testing.T, s *servicetest.Server) []string {
	t.Helper()
	id := add(t, s, "events", map[string]any{"title": "Jazz", "start_date": "2027-03-12 19:00", "end_date": "2027-03-12 22:00", "timezone": "Europe/Paris", "recurrence": "FREQ=WEEKLY;COUNT=6"})
	var list map[string]any
	s.Send("", http.MethodGet, "events?per_page=50&orderby=start_date&series="+trimZeros(seriesOf(t, s, id)["id"]), nil).Decode(t, &list)
	var ids []string
	for _, e := range list["events"].([]any) {
		ids = append(ids, trimZeros(e.(map[string]any)["id"]))
	}
	return ids
}

// answers the question which dates of a series are meant, and returns the page that
// comes next.
func (b *browser) answers(t *testing.T, page response, scope string) response {
	t.Helper()
	f := b.form(page, "card narrow scopes")
	done := f.set("apply_to", scope).send(f.values.Get("do"))
	done.shows(t, http.StatusSeeOther)
	return b.get(done.location)
}

func TestAFormOfADateAsksWhichDatesItIsAbout(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		b := open(t, s)
		ids := jazz(t, s)
		s.Send("", http.MethodPatch, "events/"+ids[4], map[string]any{"title": "Gala"})
		titles := func() string {
			var all []string
			for _, id := range ids {
				all = append(all, fmt.Sprint(read(t, s, "events/"+id)["title"]))
			}
			return strings.Join(all, "/")
		}
		for _, step := range []struct{ title, scope, want, said string }{
			{"Blues", "this", "Jazz/Jazz/Blues/Jazz/Gala/Jazz", ">Saved.<"},
			{"Swing", "all", "Swing/Swing/Swing/Swing/Gala/Swing", ">6 dates saved. 1 date keeps the edits made only to it. <a href="},
			{"Rock", "following", "Swing/Swing/Rock/Rock/Gala/Rock", ">4 dates saved. 1 date keeps the edits made only to it. <a href="},
		} {
			at := "/desk/records/events/" + ids[2]
			asked := b.form(b.get(at), "record").set("title", step.title, "tags.find", "live").send("save")
			asked.shows(t, http.StatusOK, ">This date only<", "Fri 26 Mar 2027 · 7 pm", ">This and all later dates<", ">All dates of the series<", "1 date will keep the edits made only to it")
			edited := b.form(asked, "card narrow scopes").set("look", "").send("save")
			edited.shows(t, http.StatusOK, `value="`+step.title+`"`, "live") // Keep editing.
			asked = b.form(edited, "record").send("save")
			if got := titles(); got == step.want {
				t.Errorf("before an answer the titles are %s", got)
			}
			b.answers(t, asked, step.scope).shows(t, http.StatusOK, step.said, `value="`+step.title+`"`)
			if got := titles(); got != step.want {
				t.Errorf("%s: the titles are %s, want %s", step.scope, got, step.want)
			}
		}
		if tags := read(t, s, "events/"+ids[5])["tags"].([]any); len(tags) != 1 {
			t.Errorf("tags %v", tags)
		}
		_, again := b.form(b.get("/desk/records/events/"+ids[2]), "record").saves("save")
		again.shows(t, http.StatusOK, "Saved.") // What was not changed asks nothing.
	}, records.Part)
}

func TestASeriesOfDraftsIsPublishedWithoutAQuestion(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		b := open(t, s)
		at, _ := b.form(b.get("/desk/records/events/new"), "record").
			set(append(slices.Clone(typedSeries), "recurrence.how", "WEEKLY", "recurrence.ends", "count", "recurrence.count", "3")...).saves("draft")
		b.form(b.get(at), "record").set("title", "Gala").send("publish").shows(t, http.StatusOK, ">This date only<")
		_, done := b.form(b.get(at), "record").saves("publish")
		done.shows(t, http.StatusOK, "3 dates saved.")
		if got := seriesOf(t, s, strings.TrimPrefix(at, "/desk/records/events/")); got == nil {
			t.Error("the series is gone")
		}
		s.Send("", http.MethodPatch, strings.TrimPrefix(at, "/desk/records/"), map[string]any{"status": "draft"})
		b.form(b.get(at), "record").send("publish").shows(t, http.StatusOK, ">This date only<") // Others are public.
	}, records.Part)
}

func TestAFormChangesHowASeriesRepeats(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		b := open(t, s)
		change := func(id string, pairs ...string) response {
			t.Helper()
			return b.form(b.get("/desk/records/events/"+id), "record").set(pairs...).send("save")
		}
		ids := jazz(t, s)
		of := seriesOf(t, s, ids[0])["id"]
		asked := change(ids[2], "recurrence.every", "2")
		asked.shows(t, http.StatusOK, "2 dates will change; 2 dates will be added; 2 dates will be moved to the trash.")
		if strings.Contains(asked.text, "This date only") {
			t.Error("a date can repeat by itself")
		}
		b.answers(t, asked, "following")
		if got, next := starts(t, s, of), starts(t, s, seriesOf(t, s, ids[2])["id"]); got != "03-12 19:00, 03-19 19:00" || next != "03-26 19:00, 04-09 19:00, 04-23 19:00, 05-07 19:00" {
			t.Errorf("before %s, following %s", got, next)
		}
		// The end follows the number of dates; the start is moved with the rule.
		asked = change(ids[2], "start_date", "2027-03-28T19:00", "end_date", "2027-03-28T22:00", "recurrence.every", "1")
		b.answers(t, asked, "all")
		if got := starts(t, s, seriesOf(t, s, ids[2])["id"]); got != "03-28 19:00, 04-04 19:00, 04-11 19:00, 04-18 19:00" {
			t.Errorf("every Sunday: %s", got)
		}
		asked = change(ids[2], "recurrence.how", "")
		asked.shows(t, http.StatusOK, "3 dates will be moved to the trash. This date will no longer be part of a series.")
		b.answers(t, asked, "all").shows(t, http.StatusOK, "Saved.")
		if r := read(t, s, "events/"+ids[2]); r["series"] != nil {
			t.Errorf("the event has the series %v", r["series"])
		}

		// A rule of weekdays in a month follows the start to another one.
		id := add(t, s, "events", map[string]any{"title": "Fair", "start_date": "2027-03-12 19:00", "end_date": "2027-03-12 22:00", "recurrence": "FREQ=MONTHLY;BYDAY=2FR;COUNT=3"})
		asked = change(id, "start_date", "2027-03-13T19:00", "end_date", "2027-03-13T22:00")
		b.answers(t, asked, "all")
		if got := starts(t, s, seriesOf(t, s, id)["id"]); got != "03-13 19:00, 04-10 19:00, 05-08 19:00" {
			t.Errorf("every second Saturday: %s", got)
		}
	}, records.Part)
}

func TestASeriesThatChangedMeanwhileIsNotOverwritten(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		b := open(t, s)
		ids := jazz(t, s)
		asked := b.form(b.get("/desk/records/events/"+ids[2]), "record").set("title", "Blues").send("save")
		other := s.Send("", http.MethodPatch, "events/"+ids[3]+"?apply_to=following", map[string]any{"recurrence": "FREQ=WEEKLY;COUNT=9"})
		if other.Status != http.StatusOK {
			t.Fatal(other.Body)
		}
		f := b.form(asked, "card narrow scopes")
		f.set("apply_to", "all").send("save").shows(t, http.StatusConflict, "Someone else saved this while you were editing", `value="Blues"`, ">Every week; Number of dates: 3<")
		if got := read(t, s, "events/"+ids[0])["title"]; got != "Jazz" {
			t.Errorf("the first date is %v", got)
		}
	}, records.Part)
}

func TestDatesAreMovedToTheTrashAndComeBack(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		for scope, left := range map[string]string{
			"this":      "03-12 19:00, 03-19 19:00, 04-02 19:00, 04-09 19:00, 04-16 19:00",
			"following": "03-12 19:00, 03-19 19:00",
			"all":       "",
		} {
			b := open(t, s)
			ids := jazz(t, s)
			of, whole := seriesOf(t, s, ids[0])["id"], ""
			whole = starts(t, s, of)
			f := b.form(b.get("/desk/records/events/"+ids[2]), ids[2]+"/trash")
			asked := f.send("")
			asked.shows(t, http.StatusOK, "What do you want to move to the trash?", "Fri 26 Mar 2027 · 7 pm", "4 dates will be moved to the trash.", "6 dates will be moved to the trash.")
			page := b.answers(t, asked, scope)
			page.shows(t, http.StatusOK, map[string]string{"this": "Moved to trash: Jazz, Fri 26 Mar 2027", "following": "Moved to trash: 4", "all": "Moved to trash: 6"}[scope])
			if got := starts(t, s, of); got != left {
				t.Errorf("%s: %s, want %s", scope, got, left)
			}
			said := map[string]string{"this": "Undone: Jazz, Fri 26 Mar 2027", "following": "4 changes undone.", "all": "6 changes undone."}
			b.get(b.form(page, "/undo").send("").location).shows(t, http.StatusOK, said[scope])
			if got := starts(t, s, of); got != whole {
				t.Errorf("%s, undone: %s, want %s", scope, got, whole)
			}
		}
	}, records.Part)
}

func TestAMoveAsksWhichDatesItIsAbout(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		const whole = "03-12 19:00, 03-19 19:00, 03-26 19:00, 04-02 19:00, 04-09 19:00, 04-16 19:00"
		for scope, want := range map[string]string{
			"this":      "03-12 19:00, 03-19 19:00, 03-28 19:00, 04-02 19:00, 04-09 19:00, 04-16 19:00",
			"following": "03-28 19:00, 04-04 19:00, 04-11 19:00, 04-18 19:00",
			"all":       "03-14 19:00, 03-21 19:00, 03-28 19:00, 04-04 19:00, 04-11 19:00, 04-18 19:00",
		} {
			b := open(t, s)
			ids := jazz(t, s)
			at := "/desk/records/events/" + ids[2] + "/move"
			asked := b.form(b.get(at), "/move").set("day", "2027-03-28").send("")
			asked.shows(t, http.StatusOK, "What do you want to move?", "Fri 26 Mar 2027 will move to Sun 28 Mar 2027.", "Sun 28 Mar 2027. 4 dates will change.", "Sun 28 Mar 2027. 6 dates will change.")
			said := map[string]string{"this": "Jazz, Fri 26 Mar 2027 moved to Sun 28 Mar 2027.", "following": "4 dates moved.", "all": "6 dates moved."}
			moved := b.answers(t, asked, scope)
			moved.shows(t, http.StatusOK, said[scope])
			if got := starts(t, s, seriesOf(t, s, ids[2])["id"]); got != want {
				t.Errorf("%s: %s, want %s", scope, got, want)
			}
			back := b.form(moved, "/undo").send("")
			back.shows(t, http.StatusSeeOther)
			b.get(back.location).shows(t, http.StatusOK, map[string]string{"this": "Undone: Jazz, Fri 26 Mar 2027", "following": "4 changes undone.", "all": "6 changes undone."}[scope])
			if got := starts(t, s, seriesOf(t, s, ids[2])["id"]); got != whole {
				t.Errorf("%s, undone: %s, want %s", scope, got, whole)
			}
		}
		b := open(t, s)
		ids := jazz(t, s)
		list := fmt.Sprint("/desk/records/events?series=", seriesOf(t, s, ids[2])["id"])
		asked := b.form(b.get("/desk/records/events/"+ids[2]+"/move"), "/move").set("back", list, "day", "2027-03-26", "time", "20:30").send("")
		asked.shows(t, http.StatusOK, "Fri 26 Mar 2027 · 7 pm will move to Fri 26 Mar 2027 · 8:30 pm.")
		b.answers(t, asked, "following").shows(t, http.StatusOK, "4 dates moved.", "See all: 4 dates</a>", "1–4 of 4")
		if got, want := starts(t, s, seriesOf(t, s, ids[2])["id"]), "03-26 20:30, 04-02 20:30, 04-09 20:30, 04-16 20:30"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}, records.Part)
}

func TestPagesAboutADateSayThatItIsOneOfASeries(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		b := open(t, s)
		ids := jazz(t, s)
		at := "/desk/records/events/" + ids[2]
		of := trimZeros(seriesOf(t, s, ids[2])["id"])
		line := `Fri 26 Mar 2027 · 7 pm, <a href="/desk/records/events?series=` + of + `">one of 6 dates</a>`
		for _, page := range []string{at, at + "/quick", at + "/move"} {
			b.get(page).shows(t, http.StatusOK, line)
		}
		b.get(at+"/move").shows(t, http.StatusOK, "<button>Move…</button>")
		b.form(b.get(at), "record").set("title", "").send("save").shows(t, http.StatusBadRequest, line)
		b.form(b.get(at+"/move"), "/move").set("day", "x").send("").shows(t, http.StatusUnprocessableEntity, line)

		s.Send("", http.MethodDelete, "events/"+ids[1]+"?apply_to=following", nil)
		b.get("/desk/records/events/"+ids[0]).shows(t, http.StatusOK, `">the only date</a>`)
		single := "/desk/records/events/" + add(t, s, "events", concert())
		asked := b.get(single + "/move")
		asked.shows(t, http.StatusOK, "<button>Move</button>", `type="date" value="2026-07-01"`, ">Move to Thu 2 Jul</button>")
		b.form(asked, "/move").send("").shows(t, http.StatusUnprocessableEntity, "Change the date or the time.")
		b.form(asked, "/move").send("next").shows(t, http.StatusSeeOther)
		if got := read(t, s, "events/"+idIn(single))["start_date"]; got != "2026-07-02 20:00:00" {
			t.Errorf("on the next day it is at %v", got)
		}
		if page := b.get(single); strings.Contains(page.text, "one of") {
			t.Error("a single event is one of several")
		}
	}, records.Part)
}

func TestTheShortFormOfADateAsksToo(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		b := open(t, s)
		ids := jazz(t, s)
		asked := b.form(b.get("/desk/records/events/"+ids[2]+"/quick"), "/quick").set("title", "Blues").send("save")
		asked.shows(t, http.StatusOK, ">This date only<", "6 dates will change.")
		b.answers(t, asked, "all").shows(t, http.StatusOK, "Blues: 6 dates saved.")
		if got := read(t, s, "events/"+ids[5])["title"]; got != "Blues" {
			t.Errorf("the last date is %v", got)
		}
	}, records.Part)
}

func TestListsShowWhatRepeats(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		b := open(t, s)
		ids := jazz(t, s)
		add(t, s, "events", concert("start_date", "2027-03-20 10:00", "end_date", "2027-03-20 12:00"))
		of := trimZeros(seriesOf(t, s, ids[0])["id"])
		const list = "/desk/records/events"
		all := b.get(list)
		all.shows(t, http.StatusOK, `<a class="mark" href="/desk/records/events?series=`+of+`"><span aria-hidden="true">↻</span> Repeats</a>`, "1–7 of 7", ">Cancel this date<", ">Move this date to trash<", ">Mark as canceled<", `<a class="chip" href="/desk/records/events?collapse=series">Show each series once</a>`)
		once := b.get(list + "?collapse=series")
		once.shows(t, http.StatusOK, "</span> 6 dates</a>", "1–2 of 2", `<a class="chip" href="/desk/records/events" aria-current="true">Show each series once</a>`)
		if strings.Contains(once.text, "this date") {
			t.Error("actions on a whole series are said to be about one date")
		}
		dates := b.get(list + "?series=" + of)
		dates.shows(t, http.StatusOK, "Dates of one series.", "1–6 of 6", `<input type="hidden" name="series" value="`+of+`">`)
		if strings.Contains(dates.text, "Concert") {
			t.Error("the dates of a series have another event")
		}
	}, records.Part)
}

func TestActionsOnEachSeriesOnceAreAboutAllOfItsDates(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		b := open(t, s)
		ids := jazz(t, s)
		single := add(t, s, "events", concert("start_date", "2027-03-20 10:00", "end_date", "2027-03-20 12:00"))
		s.Send("", http.MethodPatch, "events/"+ids[1], map[string]any{"status": "draft"})
		of := seriesOf(t, s, ids[0])["id"]
		const all = "03-12 19:00, 03-26 19:00, 04-02 19:00, 04-09 19:00, 04-16 19:00"
		const list = "/desk/records/events?collapse=series"
		statuses := func() string {
			all := ""
			for _, id := range append(ids, single) {
				all += fmt.Sprint("/", read(t, s, "events/"+id)["status"])
			}
			return all
		}
		before := statuses()
		for _, step := range []struct {
			action, shown, want string
		}{
			{"trash", "Move to trash (7)", strings.Repeat("/trash", 7)},
			{"draft", "Change to draft (7)", strings.Repeat("/draft", 7)},
		} {
			form := b.form(b.get(list), "bulk")
			form.values["id"] = []string{ids[0], single}
			asked := b.send(http.MethodPost, form.action, url.Values{"id": form.values["id"], "action": {step.action}, "collapse": form.values["collapse"], "back": form.values["back"]})
			asked.shows(t, http.StatusOK, "The changes apply to every date in each series.", "Jazz: 6 dates", step.shown)
			if got := statuses(); got != before {
				t.Errorf("before it is confirmed: %s", got)
			}
			s.Send("", http.MethodPatch, "events/"+ids[2]+"?apply_to=all", map[string]any{"excerpt": "Changed before " + step.action})
			confirm := b.form(asked, "/bulk")
			stale := confirm.set("confirm", "1", "id", ids[0]).send("")
			b.get(stale.location).shows(t, http.StatusOK, "1 failed", "The series has changed")
			if got := statuses(); got != before {
				t.Errorf("%s of a series that has changed meanwhile: %s", step.action, got)
			}
			asked = b.send(http.MethodPost, form.action, url.Values{"id": form.values["id"], "action": {step.action}, "collapse": form.values["collapse"], "back": form.values["back"]})
			confirm = b.form(asked, "/bulk")
			done := confirm.set("confirm", "1").send("")
			done.shows(t, http.StatusSeeOther)
			if got := statuses(); got != step.want {
				t.Errorf("%s: %s, want %s", step.action, got, step.want)
			}
			b.form(b.get(done.location), "/undo").send("")
			if got := statuses(); got != before {
				t.Errorf("%s, undone: %s, want %s", step.action, got, before)
			}
		}
		if got := starts(t, s, of); got != all {
			t.Errorf("visitors see %s", got)
		}
		s.Send("", http.MethodPatch, "events/"+ids[0]+"?apply_to=all", map[string]any{"recurrence": "FREQ=WEEKLY;COUNT=7"})
		if got := starts(t, s, of); got != all+", 04-23 19:00" {
			t.Errorf("after all was undone, another date is not as the others: %s", got)
		}
		asked := b.post("/desk/records/events/bulk", "id", ids[0], "action", "add:tags", "value.find", "live", "collapse", "series")
		asked.shows(t, http.StatusOK, "Jazz: 7 dates", "(7)")
		b.form(asked, "/bulk").set("confirm", "1").send("").shows(t, http.StatusOK, "1 updated.")
		for _, id := range ids {
			if tags, _ := read(t, s, "events/"+id)["tags"].([]any); len(tags) != 1 {
				t.Errorf("event %s has the tags %v", id, tags)
			}
		}
		// What is chosen in a list of all dates is about these alone.
		page := b.does(t, "events", "trash", ids[2], ids[3])
		page.shows(t, http.StatusOK, "Moved to trash: 2")
		if got := starts(t, s, of); got != "03-12 19:00, 04-09 19:00, 04-16 19:00, 04-23 19:00" {
			t.Errorf("two dates are in the trash: %s", got)
		}
		b.does(t, "events", "restore", ids[2]).shows(t, http.StatusOK, "Restored as draft: Jazz, Fri 26 Mar 2027")
		if got := read(t, s, "events/"+ids[2]); got["status"] != "draft" || got["series"] == nil {
			t.Errorf("a date that was restored is %v of %v", got["status"], got["series"])
		}
	}, records.Part)
}

func TestACopyOfADateIsASingleEvent(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		b := open(t, s)
		ids := jazz(t, s)
		at, page := b.form(b.get("/desk/records/events/"+ids[1]+"/duplicate"), "/duplicate").set("day", "2027-05-05").saves("draft")
		page.shows(t, http.StatusOK, "Saved as draft.")
		if r := read(t, s, "events/"+idIn(at)); r["series"] != nil || r["start_date"] != "2027-05-05 19:00:00" {
			t.Errorf("the copy at %v has the series %v", r["start_date"], r["series"])
		}
	}, records.Part)
}

func TestASeriesIsDecidedAboutOnce(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		b := open(t, s)
		ids := jazz(t, s)
		s.Send("", http.MethodPatch, "events/"+ids[0]+"?apply_to=all", map[string]any{"status": "pending"})
		s.Send("", http.MethodPatch, "events/"+ids[3], map[string]any{"title": "Gala", "status": "draft"})
		s.Send("", http.MethodPatch, "events/"+ids[3], map[string]any{"status": "pending"})
		home := b.get("/desk")
		home.shows(t, http.StatusOK, `<span class="count">1</span>`, "</span> 6 dates</a>")
		b.form(home, "/decision").send("publish").shows(t, http.StatusSeeOther)
		for _, id := range ids {
			if got := read(t, s, "events/"+id)["status"]; got != "publish" {
				t.Errorf("event %s is %v", id, got)
			}
		}
	}, records.Part)
}
