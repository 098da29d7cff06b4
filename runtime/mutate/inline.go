package mutate

import (
	"context"

	"github.com/uptrace/bun"

	"almanac/runtime/audit"
	"almanac/runtime/linkids"
	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// A post that is made inside of another (an inline venue of an event) is as
// visible as that one.  Inside of one that is not public it is a draft, or private,
// and marked by the column made_inline: the first public record that links to it
// publishes it and clears the mark, if the caller who publishes or schedules that one
// may publish it too.  Until then it is shown, within a record that links to it, to callers
// who may read that record (filter.Scope.Linked).

// isPublic reports whether everybody may read the post with all its content.
func isPublic(p *model.Post) bool { return p.Status == model.StatusPublish && p.Password == "" }

// setInlineStatus sets the status of a post that is made inside of one that is not public,
// unless a status was sent for it that does not publish it.
func (m *Mutation) setInlineStatus(p *model.Post, sent param.Opt[string]) {
	if m.outer == nil || isPublic(m.outer) ||
		sent.IsSet() && sent.Value != model.StatusPublish && sent.Value != model.StatusFuture {
		return
	}
	p.Status, p.MadeInline = InlineStatus(m.outer.Status), true
}

// InlineStatus returns the status of what is made inside of a post that is not
// public and has a status.
func InlineStatus(status string) string {
	if status == model.StatusPrivate {
		return model.StatusPrivate
	}
	return model.StatusDraft
}

// staysInline reports whether a post that was made inline still follows the outer record
// with a new status: an unchanged one, the trash, and a hidden one after the trash.
func staysInline(before, after string) bool {
	return after == before || after == model.StatusTrash ||
		before == model.StatusTrash && (after == model.StatusDraft || after == model.StatusPrivate)
}

// publishInlineOf publishes what the changed record links to and what was made
// inline, if it is public, and either was not before or has new links to such
// records.  What links of an import lead to is not known.
func (m *Mutation) publishInlineOf(rec model.Record) error {
	p, ok := rec.(model.PostRecord)
	became := !m.IsCreate && !m.wasPublic
	if ok {
		m.unmarkInline(p.AsPost())
	}
	if !ok || !isPublic(p.AsPost()) || !became && !m.linksInline && m.Imported == nil {
		return nil
	}
	return m.engine.publishInline(m.Context(), m.Store, m.Resource, []int64{rec.Common().ID}, m.publishing())
}

// unmarkInline clears the marks of posts that were made inline and that the caller may not
// publish, when the write publishes or schedules a post that links to them.
func (m *Mutation) unmarkInline(p *model.Post) {
	publishes := !m.IsCreate && (!isReleased(m.statusBefore) || isPublic(p) && !m.wasPublic)
	if !isReleased(p.Status) || !publishes && !m.linksInline {
		return
	}
	for _, link := range m.Resource.Links {
		if target := link.Target; target.Post && !target.Permissions.CanPublish(m.Caller) {
			var marked, args store.Args
			m.logSelected(target, audit.Selection{
				Action: audit.ActionUpdated, Patch: `'{"columns":{"made_inline":true}}'`,
				From: m.Env.Store.SQL().Format("? AS r WHERE r.made_inline AND r.id IN (SELECT ? FROM ? WHERE ? = ?)",
					bun.Ident(target.Plural), bun.Ident(link.TargetColumn), bun.Ident(link.Table), bun.Ident(link.SourceColumn),
					marked.Bind(p.ID)),
			}, &marked)
			text := m.Env.Store.SQL().Format(
				"UPDATE ? SET made_inline = false, ? WHERE made_inline AND id IN (SELECT ? FROM ? WHERE ? = ?)",
				bun.Ident(target.Plural), linkids.BumpVersionSQL(target), bun.Ident(link.TargetColumn), bun.Ident(link.Table),
				bun.Ident(link.SourceColumn), args.Bind(p.ID))
			m.Store.Queue(store.Statement{SQL: text, Args: args.Values()})
		}
	}
}

// isReleased reports whether a status is that of a post which is public, or will be at
// its date.
func isReleased(status string) bool {
	return status == model.StatusPublish || status == model.StatusFuture
}

// publishing has what the publications of several records share.
type publishing struct {
	utc     string // The instant.
	source  audit.Actor
	request *request.Request // Of the write, as a part of the transaction.
	unit    *unit
}

func (m *Mutation) publishing() publishing {
	return publishing{utc: string(m.UTC()), source: m.source(), request: m.Request, unit: m.unit}
}

// publishInline publishes what the public ones among records of a resource link to
// and what was made inline.
func (e *Engine) publishInline(
	ctx context.Context, w store.Writer, res *model.Resource, ids []int64, by publishing,
) error {
	published, before := map[*model.Resource][]publishedRecord{}, map[int64]string{}
	var batch []store.Statement
	for _, link := range res.Links {
		if target := link.Target; target.Post && target.Permissions.CanPublish(by.request.Caller) {
			statement := e.publishLinkedStatement(link, ids, by.utc)
			statement.ScanRow = func(row store.Row) error {
				p, status := publishedRecord{}, ""
				err := row.Scan(&p.id, &p.version, &status, &p.hidden, &p.locked, &p.owner)
				if p.status = before[p.id]; status == model.StatusPublish {
					published[target] = append(published[target], p)
				}
				return err
			}
			batch = append(batch, e.madeInlineStatement(link, ids, before), statement)
		}
	}
	if len(batch) == 0 {
		return nil
	}
	if err := w.Batch(ctx, batch); err != nil {
		return err
	}
	for _, target := range e.Resources { // In their order, which is the same each time.
		if err := e.published(ctx, w, target, published[target], by); err != nil {
			return err
		}
	}
	return nil
}

// publishLinkedStatement returns the statement that publishes what was made inline and what
// the public ones among the records link to, and selects ids and statuses.  What has
// a date of publication of its own in the future waits for it.
//
// A join would be planned by counts of a table that an import fills: PostgreSQL then
// begins with all public records.
func (e *Engine) publishLinkedStatement(link *model.Link, ids []int64, utc string) store.Statement {
	var args store.Args
	now := args.Bind(utc)
	text := e.Store.SQL().Format("UPDATE ? SET status = CASE WHEN date_utc > ? THEN 'future' ELSE 'publish' END,"+
		" made_inline = false, ? WHERE made_inline AND status IN ('draft', 'private')"+
		" AND id IN (SELECT l.? FROM ? AS l WHERE l.? ?"+
		" AND (SELECT r.status = 'publish' AND r.password = '' FROM ? AS r WHERE r.id = l.?)) RETURNING id, version, ?",
		bun.Ident(link.Target.Plural), now, linkids.BumpVersionSQL(link.Target), bun.Ident(link.TargetColumn),
		bun.Ident(link.Table), bun.Ident(link.SourceColumn), e.Store.SQL().In(&args, ids),
		bun.Ident(link.Source.Plural), bun.Ident(link.SourceColumn), bun.Safe(link.Target.AccessSQL("")))
	return store.Statement{SQL: text, Args: args.Values()}
}

// madeInlineStatement returns the statement that reads the status of what was made
// inline and what the records link to, before it is published.
func (e *Engine) madeInlineStatement(link *model.Link, ids []int64, status map[int64]string) store.Statement {
	var args store.Args
	text := e.Store.SQL().Format("SELECT id, status FROM ? WHERE made_inline AND id IN (SELECT ? FROM ? WHERE ? ?)",
		bun.Ident(link.Target.Plural), bun.Ident(link.TargetColumn), bun.Ident(link.Table), bun.Ident(link.SourceColumn),
		e.Store.SQL().In(&args, ids))
	return store.Statement{SQL: text, Args: args.Values(), ScanRow: func(row store.Row) error {
		var id int64
		var word string
		err := row.Scan(&id, &word)
		status[id] = word
		return err
	}}
}
