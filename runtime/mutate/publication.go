package mutate

import (
	"almanac/runtime/dates"
	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/request"
)

// PublicationInput is what a write says about author, status and publication date.
type PublicationInput struct {
	Author  param.Opt[int64]
	Status  param.Opt[string]
	Date    param.Opt[string]
	DateUTC param.Opt[string]
}

// SetPublication applies author, status and publication date to a post.
func SetPublication(c *Mutation, p *model.Post, w PublicationInput) {
	c.setAuthor(&p.Named, w.Author)
	moved := c.setPublicationDate(p, w)
	c.setStatus(p, w.Status, moved)
}

// setAuthor sets who wrote the record: an existing user; when nothing is said the
// author of the record around it, else the caller.  Only those who edit everything may name somebody else.
func (c *Mutation) setAuthor(b *model.Named, o param.Opt[int64]) {
	if c.IsCreate && !o.IsSet() {
		b.Author = c.Caller.User
		if c.inside != nil {
			b.Author = c.inside.Author
		}
	}
	if !o.IsSet() || o.Value == b.Author && !c.IsCreate || o.Value == c.Caller.User {
		if o.IsSet() {
			b.Author = o.Value
		}
		return
	}
	if !c.Kind.Permissions.CanEditOthers(c.Caller) {
		c.Fail("author", "author must be left out: only editors may name somebody else.")
		return
	}
	ok, err := c.Env.Users.Exists(c.context(), c.Store, o.Value)
	c.setErr(err)
	if !ok {
		c.Fail("author", "author: there is no user with the ID %d.", o.Value)
		return
	}
	b.Author = o.Value
}

// setPublicationDate sets the publication date in the site's zone and in UTC; one
// follows the other, and date wins.  It reports whether the date was written.
func (c *Mutation) setPublicationDate(p *model.Post, w PublicationInput) bool {
	zone := c.Env.Deployment.Zone
	switch {
	case w.Date.IsSet():
		at, err := dates.Parse(w.Date.Value, zone, c.Now)
		if err != nil {
			return false // Validator.Date has noted it.
		}
		at = at.Known(zone, dates.WallTime(p.DateUTC))
		p.Date, p.DateUTC = string(at.Local), string(at.UTC())
	case w.DateUTC.IsSet():
		at, err := dates.Parse(w.DateUTC.Value, dates.Zone{}, c.Now)
		if err != nil {
			return false
		}
		p.Date, p.DateUTC = string(zone.At(at.Instant)), string(at.UTC())
	case c.IsCreate:
		p.Date, p.DateUTC = string(c.Local()), string(c.UTC())
		return false
	default:
		return false
	}
	return true
}

// setStatus sets the status.
func (c *Mutation) setStatus(p *model.Post, o param.Opt[string], moved bool) {
	status := p.Status
	if c.IsCreate {
		status = model.StatusPublish
		if !c.Kind.Permissions.CanPublish(c.Caller) {
			status = model.StatusDraft
		}
	}
	if o.IsSet() {
		status = o.Value
	}
	switch {
	case o.IsSet() || c.IsCreate:
		status = StatusAfter(c.Request, c.Kind, status, p.DateUTC)
	case moved:
		status = scheduledStatus(status, p.DateUTC, string(c.UTC()))
	}
	p.MadeInline = p.MadeInline && staysInline(p.Status, status)
	p.Status = status
	c.followStatus(p, o)
}

// StatusAfter returns the status that a post gets for which its writer asks for one.  Who
// may not publish submits for review instead; publication in the future waits for its time.
func StatusAfter(r *request.Request, k *model.Resource, asked, dateUTC string) string {
	if !k.Permissions.CanPublish(r.Caller) && (asked == model.StatusPublish || asked == model.StatusFuture || asked == model.StatusPrivate) {
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
