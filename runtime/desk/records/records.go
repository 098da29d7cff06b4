package records

import (
	"embed"
	"net/http"

	"almanac/runtime/desk"
	"almanac/runtime/desk/changes"
	"almanac/runtime/desk/forms"
	"almanac/runtime/desk/history"
	"almanac/runtime/desk/lists"
	"almanac/runtime/desk/overview"
	"almanac/runtime/desk/page"
	"almanac/runtime/desk/record"
)

//go:embed templates messages assets
var files embed.FS

// Part adds the pages of all resources to a desk.
func Part(d *desk.Desk) {
	p := &pages{desk: d, bundle: d.Bundle(files)}
	d.Front(p.plain(overview.Home))
	d.Handle("GET /authors/lookup", p.plain(lists.LookupAuthors))
	addMedia(d, p.bundle)
	d.Handle("GET /records/{plural}", p.handler(lists.List))
	d.Handle("GET /records/{plural}/csv", p.handler(lists.CSV))
	d.Handle("GET /records/{plural}/lookup", p.handler(lists.Lookup))
	d.Handle("POST /records/{plural}/bulk", p.handler(changes.Bulk))
	d.Handle("GET /records/{plural}/calendar", p.handler(lists.Calendar))
	d.Handle("GET /records/{plural}/new", p.handler(forms.Create))
	d.Handle("POST /records/{plural}/new", p.handler(forms.Save))
	d.Handle("GET /records/{plural}/{id}", p.handler(forms.Edit))
	d.Handle("POST /records/{plural}/{id}", p.handler(forms.Save))
	d.Handle("GET /records/{plural}/{id}/quick", p.handler(forms.Quick))
	d.Handle("POST /records/{plural}/{id}/quick", p.handler(forms.SaveQuick))
	d.Handle("GET /records/{plural}/{id}/move", p.handler(changes.AskMove))
	d.Handle("POST /records/{plural}/{id}/move", p.handler(changes.Move))
	d.Handle("GET /records/{plural}/{id}/duplicate", p.handler(forms.AskCopy))
	d.Handle("POST /records/{plural}/{id}/duplicate", p.handler(forms.Duplicate))
	d.Handle("GET /records/{plural}/{id}/act/{action}", p.handler(forms.AskAction))
	d.Handle("POST /records/{plural}/{id}/act/{action}", p.handler(forms.Act))
	d.Handle("POST /records/{plural}/{id}/trash", p.handler(changes.Trash))
	d.Handle("POST /records/{plural}/{id}/decision", p.handler(changes.Decide))
	d.Handle("GET /records/{plural}/{id}/history", p.handler(history.Record))
	d.Handle("GET /records/{plural}/{id}/restore", p.handler(history.AskRestore))
	d.Handle("POST /records/{plural}/{id}/restore", p.handler(history.Restore))
	d.Handle("GET /changes", p.plain(history.Changes))
	d.Handle("GET /undo", p.plain(history.AskUndo))
	d.Handle("POST /undo", p.plain(history.Undo))
	d.Link(p.changes)
}

// changes is the entry of the navigation for the changes of users who may write.
func (p *pages) changes(r *http.Request) page.Link {
	for _, res := range p.desk.Env.Resources {
		if res.Permissions.CanWrite(desk.CallerOf(r.Context())) {
			return page.Link{Section: "changes", Label: p.bundle.Text(r, "Changes"), URL: p.bundle.URL("/changes")}
		}
	}
	return page.Link{}
}

// plain returns the handler of a page about no resource.
func (p *pages) plain(show func(*record.Exchange)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		show(&record.Exchange{Desk: p.desk, Bundle: p.bundle, W: w, R: r})
	}
}

// pages has the handlers.
type pages struct {
	desk   *desk.Desk
	bundle *page.Bundle
}

// handler returns the handler of a page about the resource that the path names.
func (p *pages) handler(show func(*record.Exchange)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for _, res := range p.desk.Env.Resources {
			if res.Plural == r.PathValue("plural") {
				show(&record.Exchange{Desk: p.desk, Bundle: p.bundle, Resource: res, W: w, R: r})
				return
			}
		}
		p.desk.Fail(w, r, http.StatusNotFound, p.bundle.Text(r, "Page not found."))
	}
}
