package query

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"time"

	"almanac/runtime/apierror"
	"almanac/runtime/changes"
	"almanac/runtime/filter"
	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// Sync is what a page of a sync says beside its records.
type Sync struct {
	Removed []int64 // IDs that changed and that the list does not have.
	Token   string  // Where the sync goes on.
	More    bool    // There is another page now.
}

// CodeSyncExpired is the code of a token from which nobody can say what changed.
const CodeSyncExpired = "rest_sync_expired"

// SyncExpired returns the 410 of a token from which nobody can say what changed.
func SyncExpired() *apierror.Error {
	return apierror.New(http.StatusGone, CodeSyncExpired,
		"This token cannot be used any more. Read the list again with an empty changes_since.")
}

// delta is the reading of one page of a sync.
type delta struct {
	*request.Request
	reads    *Reader
	resource *model.Resource
	params   ListParams
	keys     changes.Keys
	token    changes.Token
	since    string // The token as it was sent; "" to begin.

	query *filter.Query
	page  *Page
}

// Delta returns a page of a sync of the list that the parameters describe: of the list by ID, without a default
// window of dates, and then of what has changed since a token.
func (rd *Reader) Delta(r *request.Request, k *model.Resource, params ListParams, since string) (*Page, error) {
	keys, err := changes.KeysOf(r.Context(), rd.Store)
	if err != nil {
		return nil, err
	}
	d := &delta{Request: r, reads: rd, resource: k, params: params, keys: keys, since: since}
	d.check()
	if err := rd.checkPasswordAttempts(r); err != nil {
		return nil, err
	}
	leave, err := EnterExpensive(r.Context(), r, ScanWeight)
	if err != nil {
		return nil, err
	}
	defer leave()
	if err := OnPrimary(r, d.read); err != nil {
		return nil, err
	}
	rd.countClosedRecords(r, k, d.query, d.page.Records)
	if d.query.Locked {
		rd.countFailedPassword(r)
	}
	return d.page, nil
}

// OnPrimary has what reads by the request read the primary: a replica may be behind the log of changes.
func OnPrimary(r *request.Request, read func(*request.Request) error) error {
	if r.Transaction != nil || r.Env.Store.Dialect() == store.SQLite {
		return read(r)
	}
	return r.Env.Store.RunInTx(r.Context(), func(ctx context.Context, tx store.Writer) error {
		return read(r.Within(ctx, tx))
	})
}

// check notes parameters that contradict a sync, and what is no token.
func (d *delta) check() {
	for _, name := range []string{"page", "order", "orderby", "collapse", "format"} {
		if d.Named(name) {
			d.Params.AddError(name, "", "%s cannot be combined with changes_since: a sync reads the list by ID.",
				apierror.Param(name))
		}
	}
	if d.since == "" {
		d.token = changes.Token{
			Resource: d.resource.Plural, User: d.Caller.User, Role: d.Caller.Role, Now: d.Now.Unix(),
		}
		return
	}
	var err error
	if d.token, err = d.keys.Open(d.since); err != nil || d.token.Resource != d.resource.Plural ||
		d.token.User != d.Caller.User {
		d.Params.AddError("changes_since", "", "%s must be a sync_token of this list and user, or empty.",
			apierror.Param("changes_since"))
	}
}

// read reads the page by a request.
func (d *delta) read(r *request.Request) error {
	ctx, s := r.Context(), d.Env.Store
	here, cluster, err := changes.Here(ctx, s, r.Reader(), r.Now)
	if err != nil {
		return err
	}
	then := *r // Dates are those of when the sync began: nothing enters or leaves the list by time alone.
	then.Now = time.Unix(d.token.Now, 0)
	if d.query, err = d.reads.listQuery(&then, d.resource, d.params, ListOptions{sync: true}); err != nil {
		return err
	}
	token, epoch := d.token, d.keys.EpochOn(cluster)
	filters, terms := d.filters(), digest(d.query.NamedTerms())
	switch {
	case d.since == "":
		token.Epoch, token.Filters, token.Terms = epoch, filters, terms
	case token.Filters != filters:
		return apierror.InvalidParamError("changes_since",
			"%s is the token of other filters. Send those with which it began.", apierror.Param("changes_since"))
	case token.Role != r.Caller.Role, token.Terms != terms:
		return SyncExpired()
	default:
		err := token.Check(ctx, s, r.Reader(), epoch, r.Now, d.Env.Deployment.ChangesKept)
		if errors.Is(err, changes.ErrExpired) {
			return SyncExpired()
		}
		if err != nil {
			return err
		}
	}
	if token.Next == nil {
		token.Next, token.After = &here, 0
	}
	d.page = &Page{}
	sync := &Sync{Removed: []int64{}}
	last, more, err := int64(0), false, error(nil)
	if token.From == nil {
		last, more, err = d.whole(r, token.After)
	} else {
		last, more, err = d.changed(r, &token, sync)
	}
	if err != nil {
		return err
	}
	if token.After = last; !more {
		token.From, token.Next, token.After = token.Next, nil, 0
	}
	sync.Token, sync.More = d.keys.Seal(token), more
	d.page.Sync, d.page.Total, d.page.Pages = sync, int64(len(d.page.Records)), 1
	d.page.Self = link(d.Env.Deployment.APIURL()+"/"+d.resource.Plural+"/",
		append(linkParams(r, d.resource, d.query), filter.LinkParam{Name: "changes_since", Value: d.since}))
	return Attach(ctx, r, r.Reader(), d.resource, d.page.Records)
}

// filters returns a digest of all that decides which records the list has, and what it shows of them.
func (d *delta) filters() string {
	params := slices.DeleteFunc(slices.Clone(d.query.LinkParams), func(p filter.LinkParam) bool {
		return p.Name == "per_page"
	})
	return digest([]any{params, d.Language, d.Password, d.EditContext})
}

// digest returns a short text by which values can be compared.
func digest(values any) string {
	text, err := json.Marshal(values)
	if err != nil {
		panic(err) // They are texts and numbers.
	}
	sum := sha256.Sum256(text)
	return base64.RawURLEncoding.EncodeToString(sum[:12])
}

// rows reads the records of the list.
func (d *delta) rows(r *request.Request) error {
	p := &pageReader{
		Request: r, reads: d.reads, resource: d.resource, query: d.query, page: d.page, uncounted: true,
	}
	return p.read()
}

// whole reads a page of the list itself, and returns the last ID of it.
func (d *delta) whole(r *request.Request, after int64) (last int64, more bool, err error) {
	q, size := d.query, d.query.PerPage
	q.OrderByID(after)
	q.PerPage++
	err = d.rows(r)
	q.PerPage = size
	if more = int64(len(d.page.Records)) > size; more {
		d.page.Records = d.page.Records[:size]
		last = d.page.Records[size-1].Common().ID
	}
	return last, more, err
}

// changed reads a page of what changed since a token, and returns the last ID of it.
func (d *delta) changed(r *request.Request, token *changes.Token, sync *Sync) (last int64, more bool, err error) {
	ctx, s, k := r.Context(), d.Env.Store, d.resource
	lost, err := d.isLost(r, *token.From)
	if err != nil {
		return 0, false, err
	}
	if lost {
		return 0, false, SyncExpired()
	}
	size := d.query.PerPage
	ids, err := changes.Candidates{
		Resource: k, Incoming: d.query.Incoming(), From: *token.From, After: token.After, Limit: size + 1,
	}.Find(ctx, s, r.Reader())
	if err != nil || len(ids) == 0 {
		return 0, false, err
	}
	if more = int64(len(ids)) > size; more {
		ids = ids[:size]
	}
	last = ids[len(ids)-1]
	d.query.OrderByID(token.After)
	d.query.Among(ids)
	if err := d.rows(r); err != nil {
		return 0, false, err
	}
	for _, m := range d.page.Records {
		ids = slices.DeleteFunc(ids, func(id int64) bool { return id == m.Common().ID })
	}
	if len(ids) == 0 {
		return last, more, nil
	}
	known, err := changes.Accesses(ctx, s, r.Reader(), k, ids, *token.From)
	if err != nil {
		return 0, false, err
	}
	sync.Removed, err = d.removed(ids, known)
	return last, more, err
}

// removed returns which of the records that the list does not have the caller can read or could: others may not
// be named.
func (d *delta) removed(ids []int64, known []changes.Access) ([]int64, error) {
	readable, unknown := map[int64]bool{}, map[int64]bool{}
	for _, a := range known {
		readable[a.ID] = readable[a.ID] || d.couldList(a)
		unknown[a.ID] = unknown[a.ID] || !a.Known
	}
	list := []int64{}
	for _, id := range ids {
		switch {
		case readable[id]:
			list = append(list, id)
		case unknown[id]:
			return nil, SyncExpired()
		}
	}
	return list, nil
}

// couldList reports whether lists could show a record to the caller.
func (d *delta) couldList(a changes.Access) bool {
	access := d.resource.Permissions
	switch {
	case !a.Was.There || a.Was.Hidden && !d.query.Includes(a.ID):
		return false
	case access.HasStatus():
		return access.CanRead(d.Caller, a.Was.Owner, a.Was.Status)
	}
	return access.CanReadRecord(d.Caller, a.Was.Owner)
}

// isLost reports whether a change since a point may have changed the list in a way that the log does not tell:
// which terms the caller could know, what one record linked to, and former links that are not kept.
func (d *delta) isLost(r *request.Request, from changes.Point) (bool, error) {
	ctx, s, k, q := r.Context(), d.Env.Store, d.resource, d.query
	var decide []string
	if k.Term {
		decide = append(decide, k.Name)
		for _, link := range model.LinksTo(d.Env.Resources, k) {
			decide = append(decide, link.Source.Name)
		}
	}
	if link := q.LinkedFrom(); link != nil {
		decide = append(decide, k.Name, link.Source.Name)
	}
	if len(decide) > 0 {
		if found, err := changes.Any(ctx, s, r.Reader(), from, decide...); err != nil || found {
			return found, err
		}
	}
	for _, link := range q.Incoming() {
		if lost, err := changes.LosesLink(ctx, s, r.Reader(), from, link); err != nil || lost {
			return lost, err
		}
	}
	return false, nil
}
