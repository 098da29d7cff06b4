package history

import (
	"crypto/rand"
	"net/http"
	"net/url"

	"almanac/runtime/desk"
	"almanac/runtime/desk/page"
	"almanac/runtime/desk/record"
)

// restorePage is what restore.html gets: what a former version would change, or why it cannot be restored.
type restorePage struct {
	Post, Back, Version, Tag, Key string
	Fields                        []difference
	Errors                        []string
}

// AskRestore shows what restoring a former version of a record would change.
func AskRestore(x *record.Exchange) {
	now, tag := x.ReadRecord(x.R.PathValue("id"))
	if now == nil {
		return
	}
	version := x.Asked().Get("version")
	resp := sendRestore(x, version, url.Values{"dry_run": {"true"}}, nil)
	if resp == nil {
		return
	}
	at := url.PathEscape(now.ID())
	p := restorePage{
		Post: x.Path(at + "/restore"), Back: x.Path(at + "/history"), Version: version, Tag: tag, Key: rand.Text(),
	}
	var then record.Record
	switch {
	case !resp.OK():
		p.Errors = errorsOf(x, resp)
	case resp.Decode(&then) == nil:
		p.Fields = compared(x, now, then)
	}
	x.Render(page.Page{
		Status: resp.Status, Title: x.Labeled(x.T("Restore this version?"), x.Title(now)), Name: "restore.html", Data: p,
	})
}

// sendRestore asks the API for a former version.  It returns nil after it has sent a page about a failure.
func sendRestore(x *record.Exchange, version string, query url.Values, header http.Header) *desk.Response {
	return x.Do(http.MethodPost, "/"+x.Plural+"/"+url.PathEscape(x.R.PathValue("id"))+"/restore", query, header,
		map[string]any{"version": record.Number(version)})
}

// errorsOf returns what the API says about a request that failed, each thing by itself.
func errorsOf(x *record.Exchange, resp *desk.Response) []string {
	message, details := x.APIErrorOf(resp.Err)
	if len(details) == 0 {
		return []string{message}
	}
	var list []string
	for name, detail := range details {
		list = append(list, x.Labeled(labelOf(x, name), detail))
	}
	return list
}

// Restore writes a former version of a record.
func Restore(x *record.Exchange) {
	form := x.Posted()
	if form == nil {
		return
	}
	resp := sendRestore(x, form.Get("version"), nil, record.WriteHeader(form.Get("key"), form.Get("tag")))
	if resp == nil {
		return
	}
	at := x.Path(url.PathEscape(x.R.PathValue("id")) + "/history")
	flash := page.Flash{Text: x.T("The version is restored."), Undo: x.UndoOf(at, resp.Header.Get("Change-Id"))}
	switch {
	case resp.Status == http.StatusPreconditionFailed:
		flash = page.Flash{Text: x.T("Someone changed this in the meantime. Check the history again."), Error: true}
	case !resp.OK():
		flash = page.Flash{Text: x.APIErrorText(resp.Err), Error: true}
	}
	page.SetFlash(x.W, x.R, flash)
	http.Redirect(x.W, x.R, at, http.StatusSeeOther)
}
