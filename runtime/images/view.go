package images

import (
	"encoding/json"
	"mime"
	"path"
	"slices"
	"strings"

	"almanac/runtime/dates"
	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/text"
)

// MediaView is an image as responses of the media routes show it, with the members that clients
// of WordPress know.
type MediaView struct {
	ID          int64     `json:"id" doc:"Image ID"`
	Date        string    `json:"date" doc:"Time added, in the site's time zone"`
	DateGMT     string    `json:"date_gmt" doc:"Time added, in UTC"`
	GUID        MediaText `json:"guid" doc:"URL of the file"`
	Modified    string    `json:"modified" doc:"Time of the last change, in the site's time zone"`
	ModifiedGMT string    `json:"modified_gmt" doc:"Time of the last change, in UTC"`
	Slug        string    `json:"slug" doc:"File name without its extension"`
	Status      string    `json:"status" doc:"Always inherit"`
	Type        string    `json:"type" doc:"Always attachment"`
	Link        string    `json:"link" doc:"URL of the file"`
	Title       MediaText `json:"title" doc:"Title"`
	Author      int64     `json:"author" doc:"ID of the user who added it, 0 for none"`
	Caption     MediaText `json:"caption" doc:"Caption"`
	AltText     string    `json:"alt_text" doc:"Alternative text"`
	MediaType   string    `json:"media_type" doc:"Always image"`
	MimeType    string    `json:"mime_type" doc:"Media type of the file, empty if unknown"`
	Details     Details   `json:"media_details" doc:"The file and its smaller versions"`
	SourceURL   string    `json:"source_url" doc:"URL of the file"`
}

// MediaText is a text as it was written and as HTML.
type MediaText struct {
	Raw      string `json:"raw" doc:"As written"`
	Rendered string `json:"rendered" doc:"As HTML"`
}

// Details are the size of a file, and its smaller versions.
type Details struct {
	Width    int64                `json:"width" doc:"Pixels, 0 if unknown"`
	Height   int64                `json:"height" doc:"Pixels, 0 if unknown"`
	File     string               `json:"file" doc:"File name"`
	FileSize int64                `json:"filesize" doc:"Bytes, 0 if unknown"`
	Sizes    map[string]MediaSize `json:"sizes" doc:"Smaller versions by name; full is the file itself"`
}

// MediaSize is a version of an image.
type MediaSize struct {
	File      string `json:"file" doc:"File name"`
	Width     int64  `json:"width" doc:"Pixels"`
	Height    int64  `json:"height" doc:"Pixels"`
	FileSize  int64  `json:"filesize,omitempty" doc:"Bytes"`
	MimeType  string `json:"mime_type" doc:"Media type of the file"`
	SourceURL string `json:"source_url" doc:"URL of the file"`
}

// ViewOf returns an image as responses show it.
func ViewOf(r *request.Request, i Row) *MediaView {
	address := model.PublicURL(r.Env.Deployment.SiteURL, i.URL)
	file, stored := model.StoredName(i.URL)
	if !stored {
		file = path.Base(i.URL)
	}
	name := strings.TrimSuffix(path.Base(file), path.Ext(file))
	v := &MediaView{
		ID: i.ID, GUID: MediaText{address, text.Escape(address)}, Slug: name, Status: "inherit", Type: "attachment",
		Link:  address,
		Title: MediaText{i.Title, text.Escape(i.Title)}, Author: i.Author,
		Caption: MediaText{i.Caption, text.Paragraphs(text.Escape(i.Caption))},
		AltText: i.Alt, MediaType: "image", MimeType: MediaType(i.URL), SourceURL: address,
		Details: Details{
			Width: i.Width, Height: i.Height, File: file, FileSize: i.FileSize, Sizes: sizesOf(r.Env.Deployment.SiteURL, i),
		},
	}
	v.Date, v.DateGMT = times(r, i.Created)
	v.Modified, v.ModifiedGMT = times(r, i.Modified)
	return v
}

// times returns a wall time in UTC as WordPress writes it, in the site's zone and in UTC.
func times(r *request.Request, utc string) (local, gmt string) {
	if utc == "" {
		return "", ""
	}
	written := func(w dates.WallTime) string { return strings.Replace(string(w), " ", "T", 1) }
	return written(r.Env.Deployment.Zone.Local(dates.WallTime(utc))), written(dates.WallTime(utc))
}

// MediaType returns the media type of the image at an address by its extension, "" when it
// has none that is known.
func MediaType(address string) string {
	mediaType, _, _ := strings.Cut(mime.TypeByExtension("."+strings.ToLower(model.FileExtension(address))), ";")
	if !strings.HasPrefix(mediaType, "image/") {
		return ""
	}
	return mediaType
}

// storedSize is a version of an image in its column, in the form in which responses about
// records show it.
type storedSize struct {
	Width    int64  `json:"width"`
	Height   int64  `json:"height"`
	MimeType string `json:"mime-type"`
	FileSize int64  `json:"filesize"`
	URL      string `json:"url"`
}

// storedSizes reads the column of the versions of an image; imported ones may be written in
// another form, and are no versions then.
func storedSizes(column string) map[string]storedSize {
	var sizes map[string]storedSize
	if column == "" || json.Unmarshal([]byte(column), &sizes) != nil {
		return nil
	}
	return sizes
}

// sizesOf returns the versions of an image, and the file itself when there are any.
func sizesOf(site string, i Row) map[string]MediaSize {
	sizes := map[string]MediaSize{}
	for name, s := range storedSizes(i.Sizes) {
		sizes[name] = MediaSize{path.Base(s.URL), s.Width, s.Height, s.FileSize, s.MimeType, model.PublicURL(site, s.URL)}
	}
	if len(sizes) > 0 {
		sizes["full"] = MediaSize{
			path.Base(i.URL), i.Width, i.Height, i.FileSize, MediaType(i.URL), model.PublicURL(site, i.URL),
		}
	}
	return sizes
}

// Files returns the names in the media store of an image and its versions, none for an
// image elsewhere.
func Files(i model.Image) []string {
	var names []string
	if name, stored := model.StoredName(i.URL); stored {
		names = append(names, name)
	}
	for _, s := range storedSizes(i.Sizes) {
		if name, stored := model.StoredName(s.URL); stored && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
