package site

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"almanac/cmd/almanac/internal/importer/fetch"
	"almanac/runtime/model"
	"almanac/runtime/text"
	"almanac/runtime/transfer"
)

// attachment is a file in a list of wp/v2.
type attachment struct {
	ID      int64    `json:"id"`
	Link    string   `json:"link"`       // Of its page.
	File    string   `json:"source_url"` // Its own address.
	Alt     string   `json:"alt_text"`
	Title   rendered `json:"title"`
	Caption rendered `json:"caption"`
}

// rendered is HTML in a response of wp/v2.
type rendered struct {
	HTML string `json:"rendered"`
}

// imageTexts reads the texts of the images of records that are not here as the site has
// them, alternative texts above all: the API shows none.
func (s *siteReader) imageTexts(ctx context.Context) error {
	base, wordpress := s.site.Base.Beside("wp/v2")
	if !wordpress {
		return nil
	}
	ids, err := s.imagesDue(ctx)
	if err != nil {
		return err
	}
	texts := map[int64]transfer.ImageTexts{}
	for chunk := range slices.Chunk(ids, wpPerPage) {
		address := base.At("/media", url.Values{
			"include": {strings.Join(chunk, ",")}, "per_page": {strconv.Itoa(wpPerPage)},
			"_fields": {"id,link,source_url,alt_text,title,caption"},
		})
		body, err := s.client.JSON(ctx, "texts of images", address)
		var refused *fetch.Error
		if errors.As(err, &refused) && ctx.Err() == nil {
			s.Report.Problems = append(s.Report.Problems, transfer.Problem{Text: err.Error() +
				": images have no alternative texts"})
			break
		}
		if err != nil {
			return err
		}
		var list []attachment
		if err := json.Unmarshal(body, &list); err != nil {
			s.Report.Problems = append(s.Report.Problems,
				transfer.Problem{Text: "texts of images: the response is not a list: images have no alternative texts"})
			break
		}
		s.attached = append(s.attached, list...)
		for _, a := range list {
			texts[a.ID] = transfer.ImageTexts{Alt: a.Alt, Title: text.Plain(a.Title.HTML), Caption: text.Plain(a.Caption.HTML)}
		}
	}
	s.Options.ImageTexts = texts
	return nil
}

// imagesDue returns the IDs of the images whose texts are asked for, in order: those of
// records that are new or changed, all of a site that is followed.
func (s *siteReader) imagesDue(ctx context.Context) ([]string, error) {
	due := map[*transfer.Record]bool{}
	for k := range s.Found.ByResource {
		if !slices.ContainsFunc(k.Args, func(arg *model.Arg) bool { return arg.Image }) {
			continue
		}
		records, err := s.changed(ctx, k)
		if err != nil {
			return nil, err
		}
		for _, r := range records {
			due[r] = true
		}
	}
	var ids []int64
	s.Found.EachImage(func(r *transfer.Record, image model.Image) {
		if image.ID != 0 && (due[r] || s.Followed != nil) { // The texts of an image change without a record.
			ids = append(ids, image.ID)
		}
	})
	slices.Sort(ids)
	var list []string
	for _, id := range slices.Compact(ids) {
		list = append(list, strconv.FormatInt(id, 10))
	}
	return list, nil
}
