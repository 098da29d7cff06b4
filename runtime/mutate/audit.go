package mutate

import (
	"almanac/runtime/audit"
	"almanac/runtime/model"
	"almanac/runtime/store"
)

// audited returns the word by which the audit tells what an action did to a
// record that had the status before.
func (a Action) audited(before string, m model.Model) string {
	switch after := model.StatusOf(m); {
	case a == Updated && before != "trash" && after == "trash":
		return audit.Trashed
	case a == Updated && before == "trash" && after != "trash":
		return audit.Restored
	}
	return string(a)
}

// changes lists what was done, for the audit.
func (d *done) changes() []audit.Change {
	list := make([]audit.Change, len(d.list))
	for i, deed := range d.list {
		list[i] = audit.Change{Action: deed.word, Kind: deed.record.Kind().Name, Record: deed.record.Record().ID}
	}
	return list
}

// addAudit adds what a request has done to the audit, in its transaction.
func addAudit(c *Change) {
	audit.Add(c.Store, c.source(), c.done.changes())
}

// source returns who is behind the change: who sent the request, or the run of an
// import.
func (c *Change) source() audit.Source {
	if c.Origin != nil {
		return audit.Source{At: c.Now, Name: audit.CommandLine, Request: c.State.ID}
	}
	return audit.Source{At: c.Now, User: c.Caller.User, Name: c.Caller.Name, Address: c.State.Address, Request: c.State.ID}
}

// audit adds what an import has done to the audit.  The request names the run.
func (b *Bulk) audit() {
	audit.Add(b.store, audit.Source{
		At: b.request.Now, Name: audit.CommandLine, Request: b.request.State.ID,
	}, b.done.changes())
}

// auditPublished adds records that were published without being written
// themselves.
func auditPublished(w store.Writer, k *model.Kind, ids []int64, from audit.Source) {
	list := make([]audit.Change, len(ids))
	for i, id := range ids {
		list[i] = audit.Change{Action: audit.Published, Kind: k.Name, Record: id}
	}
	audit.Add(w, from, list)
}
