package records

import (
	"almanac/runtime/apierror"
	"almanac/runtime/etag"
	"almanac/runtime/model"
	"almanac/runtime/mutate"
	"almanac/runtime/query"
	"almanac/runtime/request"
	"almanac/runtime/views"
)

// What the desk shows and no route of the API does.

// Outline is what the desk shows around a list.
type Outline = query.Outline

// StatusCount is how many posts have a status.
type StatusCount = query.StatusCount

// ChoiceSource is where the values of a filter come from.
type ChoiceSource = query.ChoiceSource

// Outline returns how many records of each status the caller may see, those of the owner or all
// for 0, and the first values of each source, limit at most of each, in one batch.
func (s *Service) Outline(
	r *request.Request, k *model.Resource, owner int64, sources []ChoiceSource, limit int64,
) (*Outline, error) {
	return operate(s, r, func() (*Outline, error) { return query.OutlineOf(r, k, owner, sources, limit) })
}

// SummarizedList is a list of which the number of records and the first ones are wanted.
type SummarizedList = query.SummarizedList

// ListSummary is how many records a list has, and the first ones.
type ListSummary = query.ListSummary

// ListedRecord is a record of a ListSummary.
type ListedRecord = query.ListedRecord

// SummarizeLists returns a summary of each of the lists, which may be of several resources, in
// one batch.
func (s *Service) SummarizeLists(r *request.Request, lists []SummarizedList) ([]ListSummary, error) {
	return operate(s, r, func() ([]ListSummary, error) { return query.SummarizeLists(r, lists) })
}

// RecordName is a record as a form offers it as a target of a link.
type RecordName = query.RecordName

// Suggest returns records with a name that the caller has begun to type, limit at most.
func (s *Service) Suggest(r *request.Request, k *model.Resource, typed string, limit int) ([]RecordName, error) {
	return operate(s, r, func() ([]RecordName, error) { return query.Suggest(r, k, typed, limit) })
}

// Change is what is to be done with some records.
type Change struct {
	Delete bool
	Status string        // That posts are to get; "" for their own.
	Action *model.Action // That is to be performed; nil for none.
}

// Preview is what a change of a record comes to.
type Preview struct {
	Body   []byte // As a read with context=edit returns it; nil if the caller may not read it.
	Tag    string // For If-Match.
	Status string // Of a post after the change.
	Err    error  // Why the caller may not read or change the record; nil if allowed.
}

// Preview returns what a change of each of the records comes to as far as that follows from
// the record and the role: a write may find more. It runs as many statements as for one
// record.
func (s *Service) Preview(r *request.Request, k *model.Resource, ids []int64, change Change) ([]Preview, error) {
	r.EditContext = true
	found, err := operate(s, r, func() (map[int64]model.Record, error) { return query.ByID(r, k, ids) })
	if err != nil {
		return nil, err
	}
	list := make([]Preview, 0, len(ids))
	for _, id := range ids {
		one := Preview{Err: error(request.NotFound(k))}
		if m := found[id]; m != nil {
			one = s.preview(r, m, change)
		}
		if one.Err != nil && apierror.As(one.Err) == nil {
			return nil, one.Err
		}
		list = append(list, one)
	}
	return list, nil
}

// preview returns what a change of a record comes to.
func (s *Service) preview(r *request.Request, m model.Record, change Change) (p Preview) {
	if p.Err = s.Reads.Readable(r, m); p.Err != nil {
		return p
	}
	k := m.Resource()
	if p.Body, p.Err = views.Encode(s.view(m, &views.View{Request: r, Single: true})); p.Err != nil {
		return p
	}
	p.Tag = etag.EntityTag(m.Common().Version, p.Body)
	if post, ok := m.(model.PostRecord); ok {
		if p.Status = post.AsPost().Status; change.Status != "" {
			p.Status = mutate.StatusAfter(r, k, change.Status, post.AsPost().DateUTC)
		}
	}
	switch {
	case change.Action != nil:
		if p.Err = mutate.MayAct(change.Action, r, m); p.Err == nil {
			p.Err = mutate.CheckAction(change.Action, m)
		}
	case change.Delete:
		p.Err = mutate.MayDelete(r, m)
	default:
		p.Err = mutate.MayChange(r, m)
	}
	return p
}
