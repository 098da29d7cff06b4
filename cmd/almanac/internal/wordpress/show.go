package wordpress

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"slices"
	"strings"

	"almanac/runtime/model"
	"almanac/runtime/records"
)

// shown is a record as the API shows it.
type shown object

// show returns a record as WordPress shows it in a context.
func (e *exchange) show(one *records.Record, context string) (object, error) {
	body, err := one.JSON()
	if err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	var record shown
	if err := d.Decode(&record); err != nil {
		return nil, fmt.Errorf("translate a record: %w", err)
	}
	if e.kind.resource.Term {
		return e.showTerm(record), nil
	}
	post := e.showPost(record, one, context == "edit")
	if context == "embed" {
		embedded := []string{"id", "date", "slug", "type", "link", "title", "excerpt", "author", "featured_media", "_links"}
		maps.DeleteFunc(post, func(member string, _ any) bool { return !slices.Contains(embedded, member) })
	}
	return post, nil
}

func (e *exchange) showTerm(r shown) object {
	relations := e.relations(r["id"])
	relations["wp:post_type"] = links(e.url + "/wp/v2/tribe_events?" + e.kind.base + "=" + r.text("id"))
	term := object{
		"id": r["id"], "count": r["count"], "description": r["description"], "link": r["url"], "name": r["name"],
		"slug":     r["slug"],
		"taxonomy": e.kind.name, "meta": []any{}, "_links": relations,
	}
	if e.kind.resource.Hierarchical {
		term["parent"] = r["parent"]
		if parent := r.text("parent"); parent != "0" {
			relations["up"] = links(e.itemURL(parent))
		}
	}
	return term
}

// showPost returns a post, for an editor with the texts as they are stored.
func (e *exchange) showPost(r shown, one *records.Record, editor bool) object {
	protected := one.Hidden
	if p, ok := one.Record.(model.PostRecord); ok {
		protected = p.AsPost().Password != ""
	}
	text := func(field string, unescape func(string) string) object {
		member := object{"rendered": r.text(field)}
		if editor {
			member["raw"] = unescape(r.text(field))
		}
		return member
	}
	body := func(field string) object {
		member := text(field, strings.Clone)
		member["protected"] = protected
		return member
	}
	post := object{
		"id": r["id"], "date": instant(r.text("date")), "date_gmt": instant(r.text("date_utc")),
		"modified": instant(r.text("modified")), "modified_gmt": instant(r.text("modified_utc")),
		"guid": text("url", strings.Clone), "link": r["url"], "slug": r["slug"], "status": r["status"], "type": e.kind.name,
		"title": text(e.kind.fields["title"], html.UnescapeString), "content": body("description"),
		"excerpt": body("excerpt"),
		"author":  json.Number(r.text("author")), "featured_media": r.image(), "template": "", "meta": e.meta(r),
	}
	relations := e.relations(r["id"])
	if image := fmt.Sprint(post["featured_media"]); image != "0" {
		relations["wp:featuredmedia"] = []object{{"embeddable": true, "href": e.url + "/wp/v2/" + mediaPath + "/" + image}}
	}
	if e.kind.resource.Links != nil {
		post["tags"], post["tribe_events_cat"] = r.ids("tags"), r.ids("categories")
		of := "?post=" + r.text("id")
		relations["wp:term"] = []object{
			{"taxonomy": "post_tag", "embeddable": true, "href": e.url + "/wp/v2/tags" + of},
			{"taxonomy": "tribe_events_cat", "embeddable": true, "href": e.url + "/wp/v2/tribe_events_cat" + of},
		}
	}
	post["_links"] = relations
	return post
}

// relations returns the links that each record has.
func (e *exchange) relations(id any) object {
	about := "/wp/v2/types/"
	if e.kind.resource.Term {
		about = "/wp/v2/taxonomies/"
	}
	return object{
		"self": links(e.itemURL(id)), "collection": links(e.url + "/wp/v2/" + e.kind.base),
		"about": links(e.url + about + e.kind.name), "curies": curies,
	}
}

// itemURL returns the address of a record.
func (e *exchange) itemURL(id any) string {
	return fmt.Sprintf("%s/wp/v2/%s/%v", e.url, e.kind.base, id)
}

// meta returns the fields of a post that WordPress has in meta.
func (e *exchange) meta(r shown) object {
	meta := object{}
	for _, m := range e.kind.meta {
		switch {
		case m.form == metaFlag:
			meta[m.key] = r[m.field] == true || r.text(m.field) == "true" || r.text(m.field) == "1"
		case m.form == metaIDs:
			meta[m.key] = r.ids(m.field)
		case m.form == metaFallback && r[m.field] == r["url"]:
			meta[m.key] = ""
		default:
			meta[m.key] = r.text(m.field)
		}
	}
	if details, ok := r["cost_details"].(map[string]any); ok {
		for key, name := range map[string]string{
			"_EventCurrencySymbol": "currency_symbol", "_EventCurrencyCode": "currency_code",
			"_EventCurrencyPosition": "currency_position",
		} {
			meta[key] = shown(details).text(name)
		}
	}
	return meta
}

// text returns a text or a number as text, "" for anything else.
func (s shown) text(field string) string {
	switch value := s[field].(type) {
	case string:
		return value
	case json.Number:
		return value.String()
	}
	return ""
}

// image returns the ID of the featured image, 0 for none.
func (s shown) image() any {
	if image, ok := s["image"].(map[string]any); ok {
		return image["id"]
	}
	return 0
}

// ids returns the IDs of linked records: one alone may stand without a list.
func (s shown) ids(field string) []any {
	ids, list := []any{}, []any{s[field]}
	if several, ok := s[field].([]any); ok {
		list = several
	}
	for _, one := range list {
		if record, ok := one.(map[string]any); ok {
			ids = append(ids, record["id"])
		}
	}
	return ids
}

// instant writes a time as WordPress does.
func instant(time string) string { return strings.Replace(time, " ", "T", 1) }
