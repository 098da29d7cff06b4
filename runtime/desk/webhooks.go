package desk

import (
	"net/http"
	"net/url"
	"strconv"
	"time"

	"almanac/runtime/apierror"
	"almanac/runtime/desk/page"
	"almanac/runtime/httpapi"
	"almanac/runtime/param"
	"almanac/runtime/webhooks"
)

// addWebhooks adds the pages by which administrators manage webhooks.
func (d *Desk) addWebhooks() {
	for pattern, h := range map[string]http.HandlerFunc{
		"GET /webhooks":                                   d.showWebhooks,
		"POST /webhooks":                                  d.addWebhook,
		"GET /webhooks/{id}":                              d.showWebhook,
		"POST /webhooks/{id}":                             d.saveWebhook,
		"POST /webhooks/{id}/enable":                      d.enableWebhook,
		"POST /webhooks/{id}/rotate":                      d.rotateWebhook,
		"POST /webhooks/{id}/test":                        d.testWebhook,
		"POST /webhooks/{id}/remove":                      d.removeWebhook,
		"POST /webhooks/{id}/deliveries/{delivery}/retry": d.retryDelivery,
	} {
		d.Handle(pattern, d.administrators(h))
	}
}

// webhook is a webhook as pages show it.
type webhook struct {
	webhooks.WebhookView
	Failing, Paused time.Time // Zero for none.
}

// delivery is a delivery as pages show it.
type delivery struct {
	webhooks.WebhookDeliveryView
	At, NextAt time.Time // Of creation, and of the next attempt; zero for none.
}

// webhookForm is the form of a webhook.
type webhookForm struct {
	form
	Types []choice
}

// webhooksData is what webhooks.html gets.
type webhooksData struct {
	Webhooks []webhook
	Form     webhookForm
}

// webhookData is what webhook.html gets.
type webhookData struct {
	Webhook       webhook
	Secret        string // Made now; "" for none.
	Form          webhookForm
	Deliveries    []delivery
	Newer, Older  int64 // Numbers of pages; 0 for none.
	RemovalFailed string
}

// utc returns a time of the API, the zero time for none.
func utc(text string) time.Time {
	at, err := time.Parse(time.DateTime, text)
	if err != nil {
		return time.Time{}
	}
	return at
}

// shown returns a webhook as pages show it.
func shown(v webhooks.WebhookView) webhook {
	return webhook{v, utc(v.FailingSince), utc(v.PausedUntil)}
}

// ask reads what the API returns, or sends a page that says why it failed.
func (d *Desk) ask(w http.ResponseWriter, r *http.Request, path string, query url.Values, into any) bool {
	got, err := d.API.Do(r.Context(), http.MethodGet, path, query, nil, nil)
	if err == nil && got.Err != nil {
		err = got.Err
	}
	if err == nil {
		err = got.Decode(into)
	}
	if err != nil {
		d.Refuse(w, r, err)
	}
	return err == nil
}

// webhookFormOf returns the form of a webhook.
func (d *Desk) webhookFormOf(f form, types []string) webhookForm {
	of := webhookForm{form: f}
	chosen := map[string]bool{}
	for _, name := range types {
		chosen[name] = true
	}
	for _, name := range webhooks.Types(d.Env) {
		of.Types = append(of.Types, choice{name, name, chosen[name]})
	}
	return of
}

// showWebhooks is the list of webhooks.
func (d *Desk) showWebhooks(w http.ResponseWriter, r *http.Request) {
	d.renderWebhooks(w, r, http.StatusOK, d.webhookFormOf(newForm(), nil))
}

func (d *Desk) renderWebhooks(w http.ResponseWriter, r *http.Request, status int, f webhookForm) {
	var list httpapi.WebhookList
	if !d.ask(w, r, "/webhooks", nil, &list) {
		return
	}
	data := webhooksData{Form: f}
	for _, v := range list.Webhooks {
		data.Webhooks = append(data.Webhooks, shown(*v))
	}
	d.shell.Render(w, r, page.Page{
		Status: status, Title: d.shell.Text(r, "Webhooks"), Section: "webhooks", Name: "webhooks.html", Data: data,
	})
}

// sendWebhook sends the form of a webhook to the API.  It returns nil after it has sent a page.
func (d *Desk) sendWebhook(w http.ResponseWriter, r *http.Request, method, path string) (*Response, webhookForm) {
	f, ok := d.readForm(w, r, append(webhooks.Types(d.Env), "url", "description", "thin")...)
	if !ok {
		return nil, webhookForm{}
	}
	chosen := []string{}
	for _, name := range webhooks.Types(d.Env) {
		if f.Values[name] != "" {
			chosen = append(chosen, name)
		}
	}
	body := map[string]any{
		"url": f.Values["url"], "description": f.Values["description"], "thin": f.Values["thin"] != "", "types": chosen,
	}
	got, err := d.API.Do(r.Context(), method, path, nil, http.Header{"Idempotency-Key": {f.Key}}, body)
	if err != nil {
		d.Refuse(w, r, err)
		return nil, webhookForm{}
	}
	if got.Err == nil {
		return got, webhookForm{}
	}
	if len(got.Err.Params) == 0 {
		d.Refuse(w, r, got.Err)
		return nil, webhookForm{}
	}
	for name, wrong := range got.Err.Params {
		f.Errors[name] = page.TranslateError(r, wrong.Message, webhookLabels{d, r})
	}
	return got, d.webhookFormOf(f, chosen)
}

// webhookLabels are the labels of the form of a webhook.
type webhookLabels struct {
	*Desk
	r *http.Request
}

// ParamLabel implements page.Labels.
func (l webhookLabels) ParamLabel(name apierror.Param) string {
	switch name {
	case "url":
		return l.shell.Text(l.r, "Address")
	case "description":
		return l.shell.Text(l.r, "Description")
	}
	return string(name)
}

// ResourceLabel implements page.Labels.
func (webhookLabels) ResourceLabel(name apierror.Resource) string { return string(name) }

// addWebhook makes a webhook, and shows its secret, this once.
func (d *Desk) addWebhook(w http.ResponseWriter, r *http.Request) {
	got, f := d.sendWebhook(w, r, http.MethodPost, "/webhooks")
	switch {
	case got == nil:
	case got.Err != nil:
		d.renderWebhooks(w, r, http.StatusUnprocessableEntity, f)
	default:
		d.showSecret(w, r, got)
	}
}

// showSecret shows the webhook of a response with its secret.
func (d *Desk) showSecret(w http.ResponseWriter, r *http.Request, got *Response) {
	var v webhooks.WebhookView
	if err := got.Decode(&v); err != nil {
		d.Refuse(w, r, err)
		return
	}
	d.renderWebhook(w, r, http.StatusOK, v.ID, webhookData{Secret: v.Secret})
}

// webhookID returns the ID in the path of a page; 0 is that of no webhook.
func webhookID(r *http.Request) int64 {
	id, _ := strconv.ParseInt(r.PathValue("id"), 10, 64)
	return id
}

func webhookPath(id int64) string { return "/webhooks/" + strconv.FormatInt(id, 10) }

// showWebhook is the page of one webhook.
func (d *Desk) showWebhook(w http.ResponseWriter, r *http.Request) {
	d.renderWebhook(w, r, http.StatusOK, webhookID(r), webhookData{})
}

func (d *Desk) renderWebhook(w http.ResponseWriter, r *http.Request, status int, id int64, data webhookData) {
	var v webhooks.WebhookView
	var list httpapi.WebhookDeliveryList
	number, _ := param.InQuery(r.URL.RawQuery, "page")
	at, err := strconv.ParseInt(number, 10, 32)
	if err != nil || at < 1 {
		at = 1
	}
	query := url.Values{"page": {strconv.FormatInt(at, 10)}}
	if !d.ask(w, r, webhookPath(id), nil, &v) ||
		!d.ask(w, r, webhookPath(id)+"/deliveries", query, &list) {
		return
	}
	data.Webhook = shown(v)
	if data.Form.Key == "" {
		f := newForm()
		f.Values["url"], f.Values["description"] = v.URL, v.Description
		if v.Thin {
			f.Values["thin"] = "1"
		}
		data.Form = d.webhookFormOf(f, v.Types)
	}
	for _, one := range list.Deliveries {
		data.Deliveries = append(data.Deliveries, delivery{one, utc(one.Created), utc(one.Next)})
	}
	data.Newer = at - 1
	if at < list.Pages {
		data.Older = at + 1
	}
	title := v.Description
	if title == "" {
		title = v.URL
	}
	d.shell.Render(w, r, page.Page{Status: status, Title: title, Section: "webhooks", Name: "webhook.html", Data: data})
}

// saveWebhook changes a webhook.
func (d *Desk) saveWebhook(w http.ResponseWriter, r *http.Request) {
	id := webhookID(r)
	got, f := d.sendWebhook(w, r, http.MethodPatch, webhookPath(id))
	switch {
	case got == nil:
	case got.Err != nil:
		d.renderWebhook(w, r, http.StatusUnprocessableEntity, id, webhookData{Form: f})
	default:
		d.done(w, r, webhookPath(id), d.shell.Text(r, "Webhook saved."))
	}
}

// onWebhook reads a form and sends a request about its webhook.  It returns nil after it has sent a page.
func (d *Desk) onWebhook(w http.ResponseWriter, r *http.Request, method, below string, body any) *Response {
	f, ok := d.readForm(w, r)
	if !ok {
		return nil
	}
	return d.sendAbout(w, r, f, method, below, body)
}

// sendAbout is onWebhook for a form that was read.
func (d *Desk) sendAbout(w http.ResponseWriter, r *http.Request, f form, method, below string, body any) *Response {
	header := http.Header{"Idempotency-Key": {f.Key}}
	got, err := d.API.Do(r.Context(), method, webhookPath(webhookID(r))+below, nil, header, body)
	if err == nil && got.Err != nil {
		err = got.Err
	}
	if err != nil {
		d.Refuse(w, r, err)
		return nil
	}
	return got
}

// enableWebhook disables a webhook, or enables it again.
func (d *Desk) enableWebhook(w http.ResponseWriter, r *http.Request) {
	var v webhooks.WebhookView
	if !d.ask(w, r, webhookPath(webhookID(r)), nil, &v) {
		return
	}
	sentence := d.shell.Text(r, "Webhook disabled.")
	if v.Disabled {
		sentence = d.shell.Text(r, "Webhook enabled.")
	}
	if d.onWebhook(w, r, http.MethodPatch, "", map[string]any{"disabled": !v.Disabled}) != nil {
		d.done(w, r, webhookPath(v.ID), sentence)
	}
}

// rotateWebhook makes another secret, and shows it, this once.
func (d *Desk) rotateWebhook(w http.ResponseWriter, r *http.Request) {
	if got := d.onWebhook(w, r, http.MethodPost, "/rotate", nil); got != nil {
		d.showSecret(w, r, got)
	}
}

// testWebhook has a message sent.
func (d *Desk) testWebhook(w http.ResponseWriter, r *http.Request) {
	if d.onWebhook(w, r, http.MethodPost, "/test", nil) != nil {
		d.done(w, r, webhookPath(webhookID(r)), d.shell.Text(r, "Test message sent. Reload the page for the reply."))
	}
}

// removeWebhook deletes a webhook.
func (d *Desk) removeWebhook(w http.ResponseWriter, r *http.Request) {
	sent, ok := d.readForm(w, r, "confirm")
	if !ok {
		return
	}
	if sent.Values["confirm"] == "" {
		d.renderWebhook(w, r, http.StatusUnprocessableEntity, webhookID(r),
			webhookData{RemovalFailed: d.shell.Text(r, "Check the box to delete this webhook.")})
		return
	}
	if d.sendAbout(w, r, sent, http.MethodDelete, "", nil) != nil {
		d.done(w, r, "/webhooks", d.shell.Text(r, "Webhook deleted."))
	}
}

// retryDelivery has a message sent again.
func (d *Desk) retryDelivery(w http.ResponseWriter, r *http.Request) {
	id, _ := strconv.ParseInt(r.PathValue("delivery"), 10, 64) // 0 is no delivery.
	if d.onWebhook(w, r, http.MethodPost, "/deliveries/"+strconv.FormatInt(id, 10)+"/retry", nil) != nil {
		d.done(w, r, webhookPath(webhookID(r)), d.shell.Text(r, "The message is sent again. Reload the page for the reply."))
	}
}
