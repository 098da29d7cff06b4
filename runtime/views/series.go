package views

import "almanac/runtime/model"

// SeriesView is what the response about one date says of its series.
type SeriesView struct {
	ID          int64                `json:"id,omitempty" doc:"ID of the series; omitted if the write detached the record"`
	RestURL     string               `json:"rest_url,omitempty" doc:"API URL of the series"`
	Version     int64                `json:"version,omitempty" doc:"Version of the series; omitted in lists"`
	Occurrences int64                `json:"occurrences,omitempty" doc:"Number of dates that you can see; omitted in lists"`
	Changes     *model.SeriesChanges `json:"changes,omitempty" doc:"How the write changed the dates, or would change them with dry_run"`
	Dates       *model.SeriesDates   `json:"dates,omitempty" doc:"With collapse=series, the dates that this record represents"`
}

// Series returns what a response says of the series of a record; nil for a single record, unless
// the write made it one.
func (v *View) Series(k *model.Resource, o *model.Occurrence) *SeriesView {
	if o.SeriesID == 0 && o.Series == nil {
		return nil
	}
	view := &SeriesView{ID: o.SeriesID}
	if o.SeriesID != 0 {
		view.RestURL = v.Env.Deployment.RecordURL(k.SeriesRoute, o.SeriesID)
	}
	if s := o.Series; s != nil {
		view.Version, view.Occurrences, view.Changes, view.Dates = s.Version, s.Occurrences, s.Changes, s.Collapsed
	}
	return view
}
