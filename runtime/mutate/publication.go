package mutate

import (
	"almanac/runtime/apierror"
	"almanac/runtime/dates"
	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/request"
)

// PublicationInput has author, status and publication date as a write sends them.
type PublicationInput struct {
	Author  param.Opt[int64]
	Status  param.Opt[string]
	Date    param.Opt[string]
	DateUTC param.Opt[string]
}

// SetPublication applies author, status and publication date to a post.
func SetPublication(m *Mutation, p *model.Post, w PublicationInput) {
	m.setAuthor(&p.Named, w.Author)
	moved := m.setPublicationDate(p, w)
	m.setStatus(p, w.Status, moved)
}

// setAuthor sets the author of a record: an existing user.  The author of a new record is
// that of the outer record, else the caller.  Only editors may name another user.
func (m *Mutation) setAuthor(b *model.Named, o param.Opt[int64]) {
	if m.IsCreate && !o.IsSet() {
		b.Author = m.Caller.User
		if m.outer != nil {
			b.Author = m.outer.Author
		}
	}
	if !o.IsSet() || o.Value == b.Author && !m.IsCreate || o.Value == m.Caller.User {
		if o.IsSet() {
			b.Author = o.Value
		}
		return
	}
	if !m.Resource.Permissions.CanEditOthers(m.Caller) {
		m.Fail("author", "Omit %s: only editors can set it to someone else.", apierror.Param("author"))
		return
	}
	ok, err := m.Env.Users.Exists(m.Context(), m.Store, o.Value)
	m.setErr(err)
	if !ok {
		m.Fail("author", "%s: there is no user with the ID %s.", apierror.Param("author"), apierror.ID(o.Value))
		return
	}
	b.Author = o.Value
}

// setPublicationDate sets the publication date in the site's zone and in UTC, from date if
// it was sent, else from date_utc.  It reports whether one of them was.
func (m *Mutation) setPublicationDate(p *model.Post, w PublicationInput) bool {
	zone := m.Env.Deployment.Zone
	switch {
	case w.Date.IsSet():
		at, err := dates.Parse(w.Date.Value, zone, m.Now)
		if err != nil {
			return false // Validator.Date has noted it.
		}
		at = at.Known(zone, dates.WallTime(p.DateUTC))
		p.Date, p.DateUTC = string(at.Local), string(at.UTC())
	case w.DateUTC.IsSet():
		at, err := dates.Parse(w.DateUTC.Value, dates.Zone{}, m.Now)
		if err != nil {
			return false
		}
		p.Date, p.DateUTC = string(zone.At(at.Instant)), string(at.UTC())
	case m.IsCreate:
		p.Date, p.DateUTC = string(m.Local()), string(m.UTC())
		return false
	default:
		return false
	}
	return true
}

func (m *Mutation) setStatus(p *model.Post, o param.Opt[string], moved bool) {
	status := p.Status
	if m.IsCreate {
		status = model.StatusPublish
		if !m.Resource.Permissions.CanPublish(m.Caller) {
			status = model.StatusDraft
		}
	}
	if o.IsSet() {
		status = o.Value
	}
	switch {
	case o.IsSet() || m.IsCreate:
		status = StatusAfter(m.Request, m.Resource, status, p.DateUTC)
	case moved:
		status = scheduledStatus(status, p.DateUTC, string(m.UTC()))
	}
	p.MadeInline = p.MadeInline && staysInline(p.Status, status)
	p.Status = status
	m.setInlineStatus(p, o)
}

// setStatusBeforeTrash notes what a post in the trash was before, which says who may change it
// there.  What was made in the trash was never published, unless it comes from elsewhere.
func (m *Mutation) setStatusBeforeTrash(rec model.Record) {
	p, ok := rec.(model.PostRecord)
	if !ok {
		return
	}
	switch post := p.AsPost(); {
	case post.Status != model.StatusTrash:
		post.StatusBeforeTrash = ""
	case post.StatusBeforeTrash != "": // It stays, or an import has set it.
	case m.IsCreate && m.Imported == nil:
		post.StatusBeforeTrash = model.StatusDraft
	case !m.IsCreate && m.statusBefore != model.StatusTrash:
		post.StatusBeforeTrash = m.statusBefore
	}
}

// StatusAfter returns the status that a post gets if a write asks for one: pending if the
// caller may not publish, and future if the publication date has not come.
func StatusAfter(r *request.Request, res *model.Resource, asked, dateUTC string) string {
	if !res.Permissions.CanPublish(r.Caller) &&
		(asked == model.StatusPublish || asked == model.StatusFuture || asked == model.StatusPrivate) {
		return model.StatusPending
	}
	return scheduledStatus(asked, dateUTC, string(r.UTC()))
}

// scheduledStatus returns future for what is published later than now, and publish for
// a future that has come.
func scheduledStatus(status, dateUTC, now string) string {
	switch {
	case status == model.StatusPublish && dateUTC > now:
		return model.StatusFuture
	case status == model.StatusFuture && dateUTC <= now:
		return model.StatusPublish
	}
	return status
}
