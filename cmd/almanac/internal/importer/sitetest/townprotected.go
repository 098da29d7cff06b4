package sitetest

import (
	"encoding/json"
	"html"
	"net/http"
	"strconv"
	"strings"
)

// numbers serves tec/v1: all events that are published, hidden ones too, whose total also
// counts what the caller does not see; with the status draft all drafts, to those who may see
// them.
func (t *Town) numbers(w http.ResponseWriter, r *http.Request) {
	if !strings.HasPrefix(strings.ToLower(r.Header.Get("X-TEC-EEA")), "i understand that this endpoint is experimental") {
		Refuse(w, http.StatusBadRequest, "missing_experimental_endpoint_acknowledgement")
		return
	}
	status := "publish"
	if r.URL.Query().Get("status") == "draft" && t.knows(r) {
		status = "draft"
	}
	all := []map[string]any{}
	for _, e := range t.records["events"] {
		if e["status"] == status {
			all = append(all, map[string]any{"id": e["id"]})
		}
	}
	page, size := number(r, "page"), number(r, "per_page")
	if page > 1 && (page-1)*size >= len(all) {
		Refuse(w, http.StatusNotFound, "rest_post_invalid_page_number")
		return
	}
	const unseen = 250 // Of the total.
	w.Header().Set("X-WP-Total", strconv.Itoa(len(all)+unseen))
	w.Header().Set("X-WP-TotalPages", strconv.Itoa((len(all)+unseen+size-1)/size))
	content, _ := json.Marshal(all[min(len(all), (page-1)*size):min(len(all), page*size)]) // It always encodes.
	SendJSON(w, content)
}

// wordpressPlace serves a venue or an organizer of wp/v2, to editors with what passwords protect.
func (t *Town) wordpressPlace(w http.ResponseWriter, r *http.Request, path string) {
	route, id, _ := strings.Cut(strings.TrimPrefix(path, "/wp-json/wp/v2/"), "/")
	resource := wordpressLists[route]
	n, _ := strconv.ParseInt(id, 10, 64)
	record := t.byID[resource][n]
	if record == nil {
		Refuse(w, http.StatusNotFound, "rest_post_invalid_id")
		return
	}
	instant := func(name string) string { return strings.Replace(record[name].(string), " ", "T", 1) }
	author, _ := strconv.Atoi(record["author"].(string))
	shown := map[string]any{
		"id": n, "slug": record["slug"], "status": record["status"], "link": record["url"], "author": author,
		"date": instant("date"), "date_gmt": instant("date_utc"), "modified": instant("modified"),
		"modified_gmt": instant("modified_utc"),
	}
	shown["content"] = map[string]any{"rendered": "", "protected": record["protected"] != nil}
	if r.URL.Query().Get("context") == "edit" {
		name, text := record[strings.TrimSuffix(resource, "s")].(string), record["description"]
		shown["password"] = t.Password(resource, n)
		shown["title"] = map[string]any{"raw": html.UnescapeString(name), "rendered": name}
		shown["content"] = map[string]any{"raw": text, "rendered": text, "protected": record["protected"] != nil}
		meta := map[string]any{}
		for key, member := range map[string]string{
			"_VenueAddress": "address", "_VenueCity": "city", "_VenueCountry": "country", "_VenueShowMap": "show_map",
			"_VenueShowMapLink": "show_map_link", "_OrganizerEmail": "email", "_OrganizerPhone": "phone",
			"_VenueProvince": "province", "_VenueState": "state", "_VenueStateProvince": "stateprovince", "_VenueZip": "zip",
			"_VenuePhone": "phone", "_VenueURL": "website", "_VenueLat": "geo_lat", "_VenueLng": "geo_lng",
			"_OrganizerWebsite": "website",
		} {
			if meta[key] = record[member]; meta[key] == nil {
				meta[key] = ""
			}
		}
		shown["meta"], shown["excerpt"], shown["featured_media"] = meta, map[string]any{"raw": record["excerpt"]}, 0
		if t.Meta != "" {
			shown["meta"] = json.RawMessage(t.Meta)
			delete(shown, "excerpt")
		}
		if image, ok := record["image"].(map[string]any); ok {
			shown["featured_media"] = image["id"]
		}
	}
	content, _ := json.Marshal(shown) // It always encodes.
	SendJSON(w, content)
}

// wordpressImage serves a picture of wp/v2.
func (t *Town) wordpressImage(w http.ResponseWriter, path string) {
	id, _ := strconv.Atoi(strings.TrimPrefix(path, "/wp-json/wp/v2/media/"))
	image := t.photo(id - firstPhoto)
	sizes := map[string]any{}
	for name, size := range image["sizes"].(map[string]any) {
		size := size.(map[string]any)
		sizes[name] = map[string]any{
			"source_url": size["url"], "width": size["width"], "height": size["height"], "mime_type": size["mime-type"],
		}
	}
	details := map[string]any{"width": image["width"], "height": image["height"], "sizes": sizes}
	// It always encodes.
	content, _ := json.Marshal(map[string]any{"id": id, "source_url": image["url"], "media_details": details})
	SendJSON(w, content)
}
