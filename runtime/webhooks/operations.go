package webhooks

import (
	"context"
	"encoding/json"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"almanac/runtime/apierror"
	"almanac/runtime/audit"
	"almanac/runtime/auth"
	"almanac/runtime/changefeed"
	"almanac/runtime/outbound"
	"almanac/runtime/param"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// AuditResource is the name of webhooks in the audit log.
const AuditResource = "webhook"

// testType is the type of messages that somebody asks for; every webhook gets them.
const testType = "webhook.test"

// Settings are what clients set of a webhook beside its address.
type Settings struct {
	Types       param.Opt[[]string] `json:"types" doc:"Types of messages, such as event.updated; none for all"`
	Description param.Opt[string]   `json:"description" maxLength:"200" doc:"What it is for"`
	Thin        param.Opt[bool]     `json:"thin" rule:"notnull" doc:"Messages have ID, version and URL of the record alone"`
}

// Fields are what clients send to make a webhook.
type Fields struct {
	URL param.Opt[string] `json:"url" required:"true" rule:"nonempty,notnull,maxLength=2000" doc:"Address that messages are sent to, by https"`
	Settings
}

// Changes are what clients change of a webhook.
type Changes struct {
	URL param.Opt[string] `json:"url" rule:"nonempty,notnull,maxLength=2000" doc:"Address that messages are sent to, by https"`
	Settings
	Disabled param.Opt[bool] `json:"disabled" rule:"notnull" doc:"No messages are sent"`
}

// WebhookView is a webhook as responses show it.
type WebhookView struct {
	ID             int64    `json:"id" doc:"ID"`
	URL            string   `json:"url" doc:"Address that messages are sent to"`
	Types          []string `json:"types" doc:"Types of messages that it gets; none for all"`
	Description    string   `json:"description" doc:"What it is for"`
	Thin           bool     `json:"thin" doc:"Messages have ID, version and URL of the record alone"`
	Disabled       bool     `json:"disabled" doc:"No messages are sent"`
	DisabledReason string   `json:"disabled_reason" doc:"Why the service has disabled it; empty for a user who did"`
	FailingSince   string   `json:"failing_since_utc" doc:"First failure after the last success, in UTC; empty for none"`
	PausedUntil    string   `json:"paused_until_utc" doc:"The receiver wants no messages before, in UTC; empty for none"`
	Created        string   `json:"created_utc" doc:"Creation time in UTC"`
	Modified       string   `json:"modified_utc" doc:"Time of the last change in UTC"`
	Secret         string   `json:"secret,omitempty" doc:"Key of the signatures, in the responses to creation and rotation alone"`
}

// Path returns the path of the webhook below the API.
func (v *WebhookView) Path() string { return "/webhooks/" + strconv.FormatInt(v.ID, 10) }

// view returns what responses show, without the secret.
func (h *Webhook) view() *WebhookView {
	return &WebhookView{
		ID: h.ID, URL: h.URL, Types: slices.Concat([]string{}, h.Types), Description: h.Description, Thin: h.Thin,
		Disabled: h.Disabled, DisabledReason: h.DisabledReason, FailingSince: h.FailingSince, PausedUntil: h.PausedUntil,
		Created: h.Created, Modified: h.Modified,
	}
}

// WebhookDeliveryView is a delivery as responses show it.
type WebhookDeliveryView struct {
	ID       int64           `json:"id" doc:"ID"`
	Message  string          `json:"message_id" doc:"Header webhook-id of all attempts"`
	Type     string          `json:"type" doc:"Type of the message"`
	State    string          `json:"state" enum:"waiting,delivered,failed" doc:"waiting for an attempt, delivered, or failed: no attempt follows"`
	Attempts int64           `json:"attempts" doc:"Attempts that have begun"`
	Next     string          `json:"next_utc" doc:"Next attempt in UTC; empty for none"`
	Status   int64           `json:"reply_status" doc:"HTTP status of the last reply; 0 for none"`
	Reply    string          `json:"reply" doc:"Beginning of the last reply, or why there was none"`
	Created  string          `json:"created_utc" doc:"Creation time in UTC"`
	Ended    string          `json:"ended_utc" doc:"End in UTC; empty before it"`
	Payload  json.RawMessage `json:"payload" doc:"Body of the message"`
}

// view returns what responses show.
func (d *Delivery) view() WebhookDeliveryView {
	next := d.Next
	if d.State != Waiting {
		next = ""
	}
	return WebhookDeliveryView{
		ID: d.ID, Message: d.Message, Type: d.Type, State: d.State, Attempts: d.Attempts, Next: next, Status: d.Status,
		Reply: d.Reply, Created: d.Created, Ended: d.Ended, Payload: json.RawMessage(d.Payload),
	}
}

// Types returns the types of messages of a service.
func Types(e *request.Env) (list []string) {
	for _, res := range e.Resources {
		if res.Permissions.HasStatus() || res.Permissions.CanReadAll(auth.Caller{}) {
			for _, kind := range []string{changefeed.Created, changefeed.Updated, changefeed.Deleted} {
				list = append(list, res.Name+"."+kind)
			}
		}
		if res.ZoneColumn != "" {
			list = append(list, recomputedType(res))
		}
	}
	return list
}

// Check notes in the request what is wrong with fields.
func (f *Fields) Check(r *request.Request) { f.check(r, f.URL) }

// Check notes in the request what is wrong with changes.
func (c *Changes) Check(r *request.Request) { c.check(r, c.URL) }

// check notes in the request what is wrong with an address and settings.
func (s *Settings) check(r *request.Request, address param.Opt[string]) {
	if address.IsSet() {
		checkURL(r, address.Value)
	}
	known := Types(r.Env)
	for _, kind := range s.Types.Value {
		if !slices.Contains(known, kind) {
			r.Params.AddError("types", "", "%s is not a type of messages. They are %s.", kind, strings.Join(known, ", "))
		}
	}
}

// checkURL notes what is wrong with an address, as far as it is known before a name is resolved: the
// connection is guarded for that.
func checkURL(r *request.Request, address string) {
	u, err := url.Parse(address)
	guard := r.Env.WebhookGuard
	switch {
	case err != nil || u.Hostname() == "" || u.Scheme != "https" && u.Scheme != "http":
		r.Params.AddError("url", "", "The address must be like https://example.org/hook.")
		return
	case u.User != nil || u.Fragment != "":
		r.Params.AddError("url", "", "The address must have no user name, password or fragment.")
		return
	}
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	ip, err := netip.ParseAddr(host)
	switch {
	case guard.AllowsHost(host) || err == nil && guard.AllowsAddress(ip):
	case err == nil && !outbound.Public(ip) || host == "localhost" || strings.HasSuffix(host, ".localhost"):
		r.Params.AddError("url", "", "The address is in a private network, which the operator has to allow.")
	case u.Scheme == "http" && (err == nil || len(guard.Networks) == 0):
		r.Params.AddError("url", "", "The address must begin with https://.")
	}
}

// apply sets what is sent.
func (s *Settings) apply(to *Webhook) {
	set(s.Types, &to.Types)
	set(s.Description, &to.Description)
	set(s.Thin, &to.Thin)
}

// set sets what was sent, and reports whether it was.
func set[T any](sent param.Opt[T], to *T) bool {
	if sent.IsPresent() {
		*to = sent.Value
	}
	return sent.IsPresent()
}

// notFound is the response for an ID of no webhook.
func notFound() error {
	return apierror.New(http.StatusNotFound, "rest-webhook-not-found", "There is no webhook with this ID.")
}

// get returns a webhook.
func get(r *request.Request, id int64) (*Webhook, error) {
	reader := r.Reader()
	if r.Transaction == nil {
		reader = r.Env.Store.Primary()
	}
	list, err := find(r.Context(), reader, "id = $1", id)
	if err == nil && len(list) == 0 {
		err = notFound()
	}
	if err != nil {
		return nil, err
	}
	return &list[0], nil
}

// note adds what was done to the audit log.
func note(r *request.Request, action, about string, id int64) {
	audit.Add(r.Transaction, audit.Actor{
		At: r.Now, User: r.Caller.User, Name: r.Caller.Name, Address: r.Address, Request: r.ID, Note: about,
	}, []audit.Change{{Action: action, Resource: AuditResource, Record: id}})
}

// List returns all webhooks.
func List(r *request.Request) ([]*WebhookView, error) {
	list, err := find(r.Context(), r.Env.Store.Primary(), "1 = 1")
	views := make([]*WebhookView, 0, len(list))
	for i := range list {
		views = append(views, list[i].view())
	}
	return views, err
}

// Get returns a webhook.
func Get(r *request.Request, id int64) (*WebhookView, error) {
	h, err := get(r, id)
	if err != nil {
		return nil, err
	}
	return h.view(), nil
}

// Create makes a webhook, whose view has the secret.  Like all that changes something, it is a part of the
// transaction of the request.
func Create(r *request.Request, f *Fields) (*WebhookView, error) {
	ctx, tx := r.Context(), r.Transaction
	if err := lock(ctx, r.Env.Store, tx); err != nil {
		return nil, err
	}
	var n int64
	err := tx.Query(ctx, store.Statement{
		SQL:     "SELECT count(*) FROM webhooks",
		ScanRow: func(row store.Row) error { return row.Scan(&n) },
	})
	if err != nil {
		return nil, err
	}
	if n >= MaxWebhooks {
		return nil, apierror.New(http.StatusConflict, "rest_too_many_webhooks",
			"There are %d webhooks, and no more are possible. Delete one first.", MaxWebhooks)
	}
	now := timestamp(r.Now)
	h := &Webhook{URL: f.URL.Value, Secret: newSecret(), User: r.Caller.User, Created: now, Modified: now}
	f.apply(h)
	err = tx.Query(ctx, store.Statement{
		SQL: "INSERT INTO webhooks (" + columns + ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) " +
			"RETURNING id",
		Args: h.values(), ScanRow: func(row store.Row) error { return row.Scan(&h.ID) },
	})
	if err != nil {
		return nil, err
	}
	note(r, audit.ActionCreated, h.URL, h.ID)
	v := h.view()
	v.Secret = h.Secret
	return v, beginReading(ctx, r.Env.Store, tx, r.Now)
}

// change loads a webhook, changes and writes it.
func change(r *request.Request, id int64, about string, do func(h *Webhook)) (*Webhook, error) {
	ctx, tx := r.Context(), r.Transaction
	if err := lock(ctx, r.Env.Store, tx); err != nil {
		return nil, err
	}
	if _, err := tx.Exec(ctx, store.Statement{ // So that no attempt ends meanwhile.
		SQL: "UPDATE webhooks SET modified_utc = $1 WHERE id = $2", Args: []any{timestamp(r.Now), id},
	}); err != nil {
		return nil, err
	}
	h, err := get(r, id)
	if err != nil {
		return nil, err
	}
	do(h)
	tx.Queue(store.Statement{
		SQL: "UPDATE webhooks SET url = $1, description = $2, types = $3, thin = $4, secret = $5, former_secret = $6, " +
			"former_until_utc = $7, disabled = $8, disabled_reason = $9, paused_until_utc = $10, failing_since_utc = $11, " +
			"user_id = $12, created_utc = $13, modified_utc = $14 WHERE id = $15",
		Args: append(h.values(), h.ID),
	})
	note(r, audit.ActionUpdated, about, h.ID)
	if h.Disabled {
		return h, nil
	}
	return h, beginReading(ctx, r.Env.Store, tx, r.Now)
}

// Update changes a webhook.  One that is enabled, or gets another address, starts again: pauses and failures
// are forgotten.
func Update(r *request.Request, id int64, in *Changes) (*WebhookView, error) {
	h, err := change(r, id, "", func(h *Webhook) {
		before := *h
		set(in.URL, &h.URL)
		in.apply(h)
		if set(in.Disabled, &h.Disabled) {
			h.DisabledReason = ""
		}
		if h.URL != before.URL || before.Disabled && !h.Disabled {
			h.PausedUntil, h.FailingSince = "", ""
		}
	})
	if err != nil {
		return nil, err
	}
	return h.view(), nil
}

// Rotate gives a webhook another secret, which the view has.  The former one signs beside it for a while.
func Rotate(r *request.Request, id int64) (*WebhookView, error) {
	h, err := change(r, id, "secret", func(h *Webhook) {
		h.FormerSecret, h.FormerUntil = h.Secret, timestamp(r.Now.Add(rotation))
		h.Secret = newSecret()
	})
	if err != nil {
		return nil, err
	}
	v := h.view()
	v.Secret = h.Secret
	return v, nil
}

// Delete deletes a webhook and its deliveries.
func Delete(r *request.Request, id int64) error {
	ctx, tx := r.Context(), r.Transaction
	if err := lock(ctx, r.Env.Store, tx); err != nil {
		return err
	}
	h, err := get(r, id)
	if err != nil {
		return err
	}
	for _, text := range []string{
		"DELETE FROM webhook_deliveries WHERE webhook_id = $1", "DELETE FROM webhooks WHERE id = $1",
	} {
		tx.Queue(store.Statement{SQL: text, Args: []any{id}})
	}
	note(r, audit.ActionDeleted, h.URL, id)
	return nil
}

// Test has a message of no record sent.
func Test(r *request.Request, id int64) (*WebhookDeliveryView, error) {
	ctx, tx := r.Context(), r.Transaction
	h, err := get(r, id)
	if err != nil {
		return nil, err
	}
	statement, err := insert(h, changefeed.Message{
		Type: testType, At: r.Now, Data: json.RawMessage(`{"webhook_id":` + apierror.ID(id).String() + `}`),
	}, r.Now)
	if err != nil {
		return nil, err
	}
	return returned(ctx, tx, statement)
}

// returned runs a statement that writes a delivery, and returns it.
func returned(ctx context.Context, tx store.Writer, statement store.Statement) (*WebhookDeliveryView, error) {
	var list []*Delivery
	statement.SQL += " RETURNING " + deliveryColumns
	statement.ScanRow = scanInto(&list)
	if err := tx.Query(ctx, statement); err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, apierror.New(http.StatusNotFound, "rest-delivery-not-found", "There is no delivery with this ID.")
	}
	v := list[0].view()
	return &v, nil
}

// Retry has a delivery attempted now, with all attempts before it, also one that was delivered.
func Retry(r *request.Request, id, delivery int64) (*WebhookDeliveryView, error) {
	if _, err := get(r, id); err != nil {
		return nil, err
	}
	note(r, audit.ActionUpdated, "retry", id)
	return returned(r.Context(), r.Transaction, store.Statement{
		SQL: "UPDATE webhook_deliveries SET state = 'waiting', next_utc = $1, attempts = 0, ended_utc = '' " +
			"WHERE id = $2 AND webhook_id = $3",
		Args: []any{timestamp(r.Now), delivery, id},
	})
}

// MaxPerPage is the most deliveries of one page.
const MaxPerPage = 100

// DeliveryPage is a page of deliveries.
type DeliveryPage struct {
	Deliveries   []WebhookDeliveryView
	Total, Pages int64
}

// Deliveries returns a page of the deliveries of a webhook, newest first.
func Deliveries(r *request.Request, id, page, perPage int64, state string) (*DeliveryPage, error) {
	if _, err := get(r, id); err != nil {
		return nil, err
	}
	p := &DeliveryPage{Deliveries: []WebhookDeliveryView{}}
	var list []*Delivery
	const of = " FROM webhook_deliveries WHERE webhook_id = $1 AND ($2 = '' OR state = $2)"
	err := r.Env.Store.Primary().Batch(r.Context(), []store.Statement{
		{
			SQL: "SELECT count(*)" + of, Args: []any{id, state},
			ScanRow: func(row store.Row) error { return row.Scan(&p.Total) },
		},
		{
			SQL:  "SELECT " + deliveryColumns + of + " ORDER BY id DESC LIMIT $3 OFFSET $4",
			Args: []any{id, state, perPage, (page - 1) * perPage}, ScanRow: scanInto(&list),
		},
	})
	for _, d := range list {
		p.Deliveries = append(p.Deliveries, d.view())
	}
	p.Pages = (p.Total + perPage - 1) / perPage
	return p, err
}
