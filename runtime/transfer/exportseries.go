package transfer

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"time"

	"almanac/runtime/model"
	"almanac/runtime/series"
	"almanac/runtime/store"
	"almanac/runtime/transfer/rawjson"
)

// seriesRecord is a series in an export.
type seriesRecord struct {
	series.Row
	Image string `json:"image"` // URL of that of the template, "" for none: it may have another ID where it is imported.
}

// imageColumn is the column of a template with the ID of an image.
const imageColumn = "image_id"

// seriesPath returns the name of the file with the series of a resource.
func (ex *exporter) seriesPath(k *model.Resource) string {
	return filepath.Join(ex.dir, k.SeriesRoute+"-1.json")
}

// series writes the series of a resource: of an export of changes those that were changed, and
// those of dates that were.
func (ex *exporter) series(ctx context.Context, k *model.Resource) error {
	if k.SeriesRoute == "" {
		return nil
	}
	rows, err := series.Rows(ctx, ex.env.Store.Reader(), k)
	if err != nil {
		return err
	}
	since := ex.options.Since.UTC().Format(time.DateTime)
	lines := []json.RawMessage{}
	for _, row := range rows {
		if !ex.options.Since.IsZero() && row.ModifiedUTC < since && !ex.seriesOfDates[row.ID] {
			continue
		}
		one := seriesRecord{Row: *row}
		if one.Image, err = ex.imageURL(ctx, row.Template.Columns[imageColumn]); err != nil {
			return err
		}
		lines = append(lines, rawjson.Encode(one))
	}
	ex.report.Files++
	ex.report.Add(Count{Resource: k.SeriesRoute, Written: len(lines)})
	return create(ex.seriesPath(k), fmt.Appendf(nil, "{%q:[%s\n]}\n", k.SeriesRoute, joined(lines)))
}

// imageURL returns the URL of the image with an ID, "" for none.
func (ex *exporter) imageURL(ctx context.Context, id json.RawMessage) (string, error) {
	n, _ := ID(rawjson.Decode(id))
	if n == 0 {
		return "", nil
	}
	url := ""
	err := ex.env.Store.Reader().Query(ctx, store.Statement{
		SQL: "SELECT url FROM images WHERE id = $1", Args: []any{n},
		ScanRow: func(row store.Row) error { return row.Scan(&url) },
	})
	if ex.options.LinkImages {
		url = model.PublicURL(ex.env.Deployment.SiteURL, url)
	}
	return url, err
}
