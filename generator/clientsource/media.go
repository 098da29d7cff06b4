// Images: files that the service keeps, and addresses of others.

package client

import (
	"context"
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
)

// MediaService reads and writes the images of the service.
type MediaService struct {
	base[Media, MediaParams, MediaFields]
}

// newMediaService makes the service of images.
func newMediaService(c *caller) *MediaService {
	return &MediaService{base[Media, MediaParams, MediaFields]{caller: c, plural: "media"}}
}

// Media is an image.  Records take its ID or its address as their image.
type Media struct {
	Received  `json:"-"`
	ID        int64        `json:"id"`
	Date      WallTime     `json:"date_gmt"`     // When it was added, in UTC.
	Modified  WallTime     `json:"modified_gmt"` // When its texts were changed, in UTC.
	Author    int64        `json:"author"`       // ID of the user who added it, 0 for none.
	Title     MediaText    `json:"title"`
	Caption   MediaText    `json:"caption"`
	AltText   string       `json:"alt_text"`   // For those who do not see it.
	MediaType string       `json:"mime_type"`  // Such as "image/png", "" when unknown.
	SourceURL string       `json:"source_url"` // Of the file.
	Details   MediaDetails `json:"media_details"`
}

// MediaText is a text as it was written and as HTML.
type MediaText struct {
	Raw      string `json:"raw"`
	Rendered string `json:"rendered"`
}

// MediaDetails are facts about a file; what is not known is 0.
type MediaDetails struct {
	Width    int64                `json:"width"`    // Pixels.
	Height   int64                `json:"height"`   // Pixels.
	FileSize int64                `json:"filesize"` // Bytes.
	Sizes    map[string]MediaSize `json:"sizes"`    // Smaller versions by name, and the file as full.
}

// MediaSize is a version of an image.
type MediaSize struct {
	Width     int64  `json:"width"`  // Pixels.
	Height    int64  `json:"height"` // Pixels.
	MediaType string `json:"mime_type"`
	SourceURL string `json:"source_url"`
}

// MediaParams are the parameters of a list of images.
type MediaParams struct {
	Page    Opt[int64]   `json:"page,omitzero"`
	PerPage Opt[int64]   `json:"per_page,omitzero"` // 100 at most.
	Search  Opt[string]  `json:"search,omitzero"`   // Words in the texts or the address.
	Include Opt[[]int64] `json:"include,omitzero"`  // Only the images with these IDs.
	Author  Opt[[]int64] `json:"author,omitzero"`   // Only images that these users added.
	OrderBy Opt[string]  `json:"orderby,omitzero"`  // date, id, modified, title; by default date
	Order   Opt[string]  `json:"order,omitzero"`    // asc, desc; by default desc
}

// MediaFields are the texts of an image.
type MediaFields struct {
	Title   Opt[string] `json:"title,omitzero"` // By default the name of the file.
	AltText Opt[string] `json:"alt_text,omitzero"`
	Caption Opt[string] `json:"caption,omitzero"`
}

// Create uploads a file: a JPEG, PNG, GIF or WebP image with a name such as
// "poster.png".
func (s *MediaService) Create(
	ctx context.Context, name string, file []byte, fields MediaFields, options ...RequestOption,
) (*Media, error) {
	texts, err := queryOf(fields)
	if err != nil {
		return nil, err
	}
	r, err := s.caller.request(http.MethodPost, "/media", texts, nil, options)
	if err != nil {
		return nil, err
	}
	r.body = file
	r.header.Set("Content-Type", http.DetectContentType(file))
	r.header.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	a, err := s.caller.send(ctx, r)
	if err != nil {
		return nil, err
	}
	return read[Media](a)
}

// Delete deletes an image with its files, and returns it as it was.
func (s *MediaService) Delete(ctx context.Context, id int64, options ...RequestOption) (*Media, error) {
	a, err := s.caller.call(ctx, http.MethodDelete, s.byID(id), nil, nil, options)
	if err != nil {
		return nil, err
	}
	var deletion struct {
		Previous *Media `json:"previous"`
	}
	if len(a.body) > 0 {
		if err := json.Unmarshal(a.body, &deletion); err != nil {
			return nil, fmt.Errorf("%s: read the response: %w", a.request, err)
		}
	}
	if deletion.Previous == nil {
		deletion.Previous = new(Media)
	}
	deletion.Previous.Received = a.received()
	return deletion.Previous, nil
}
