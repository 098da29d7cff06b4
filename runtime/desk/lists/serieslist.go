package lists

import (
	"net/url"

	"almanac/runtime/desk/record"
	"almanac/runtime/model"
)

// addSeries adds to a list the switch by which it has each series once, and of the dates of a
// series the way out.
func addSeries(x *record.Exchange, p *listPage, asked url.Values, v View) {
	if v.series != "" {
		p.Series, p.Narrowed = true, true
		p.Hidden = append(p.Hidden, record.Pair{Name: record.SeriesParam, Value: v.series})
	}
	if x.SeriesRoute == "" || v.series != "" || v.status == model.StatusTrash {
		return
	}
	p.Once = &Tab{
		Label: x.T("Show each series once"),
		URL:   x.URLWith(asked, "", record.CollapseParam, record.Collapsed, "page", ""),
	}
	if v.Once {
		p.Once.Current, p.Once.URL = true, x.URLWith(asked, "", record.CollapseParam, "", "page", "")
		p.Hidden = append(p.Hidden, record.Pair{Name: record.CollapseParam, Value: record.Collapsed})
	}
}
