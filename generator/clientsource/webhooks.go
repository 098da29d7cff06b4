// Webhooks, which administrators manage.

package client

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
)

// Webhook has changes sent to an address.
type Webhook struct {
	Received       `json:"-"`
	ID             int64    `json:"id"`
	URL            string   `json:"url"`
	Types          []string `json:"types"` // Of the messages that it gets; none for all.
	Description    string   `json:"description"`
	Thin           bool     `json:"thin"` // Messages have ID, version and URL of the record alone.
	Disabled       bool     `json:"disabled"`
	DisabledReason string   `json:"disabled_reason"`
	FailingSince   WallTime `json:"failing_since_utc"`
	PausedUntil    WallTime `json:"paused_until_utc"`
	Created        WallTime `json:"created_utc"`
	Modified       WallTime `json:"modified_utc"`
	Secret         string   `json:"secret"` // Of a webhook that was just made, or whose secret was rotated.
}

// WebhookFields are the fields that writes of a webhook take.
type WebhookFields struct {
	URL         Opt[string]   `json:"url,omitzero"`
	Types       Opt[[]string] `json:"types,omitzero"`
	Description Opt[string]   `json:"description,omitzero"`
	Thin        Opt[bool]     `json:"thin,omitzero"`
	Disabled    Opt[bool]     `json:"disabled,omitzero"` // Of updates alone.
}

// WebhookDelivery is a message to a webhook, and what came of it.
type WebhookDelivery struct {
	Received `json:"-"`
	ID       int64           `json:"id"`
	Message  string          `json:"message_id"`
	Type     string          `json:"type"`
	State    string          `json:"state"` // waiting, delivered or failed.
	Attempts int64           `json:"attempts"`
	Next     WallTime        `json:"next_utc"`
	Status   int64           `json:"reply_status"` // Of the last reply; 0 for none.
	Reply    string          `json:"reply"`        // Its beginning, or why there was none.
	Created  WallTime        `json:"created_utc"`
	Ended    WallTime        `json:"ended_utc"`
	Payload  json.RawMessage `json:"payload"`
}

// WebhookDeliveries is a page of deliveries, the newest first.
type WebhookDeliveries struct {
	Received   `json:"-"`
	Deliveries []WebhookDelivery `json:"deliveries"`
	Total      int64             `json:"total"`
	TotalPages int64             `json:"total_pages"`
}

// Webhooks manages the webhooks of a service.
type Webhooks struct{ caller *caller }

// Webhooks returns what manages webhooks.
func (c core) Webhooks() Webhooks { return Webhooks(c) }

// webhookPath returns the path of a webhook.
func webhookPath(id int64) string { return "/webhooks/" + strconv.FormatInt(id, 10) }

// sent returns the response to a request about webhooks.
func sent[T any](
	ctx context.Context, c *caller, method, path string, query url.Values, body any, options []RequestOption,
) (*T, error) {
	a, err := c.call(ctx, method, path, query, body, options)
	if err != nil {
		return nil, err
	}
	return read[T](a)
}

// List returns all webhooks.
func (w Webhooks) List(ctx context.Context, options ...RequestOption) ([]Webhook, error) {
	type list struct {
		Webhooks []Webhook `json:"webhooks"`
	}
	all, err := sent[list](ctx, w.caller, http.MethodGet, "/webhooks", nil, nil, options)
	if err != nil {
		return nil, err
	}
	return all.Webhooks, nil
}

// Get returns a webhook.
func (w Webhooks) Get(ctx context.Context, id int64, options ...RequestOption) (*Webhook, error) {
	return sent[Webhook](ctx, w.caller, http.MethodGet, webhookPath(id), nil, nil, options)
}

// Create makes a webhook and returns it with its secret.
func (w Webhooks) Create(ctx context.Context, fields WebhookFields, options ...RequestOption) (*Webhook, error) {
	return sent[Webhook](ctx, w.caller, http.MethodPost, "/webhooks", nil, fields, options)
}

// Update changes the fields of a webhook that are not absent.
func (w Webhooks) Update(
	ctx context.Context, id int64, fields WebhookFields, options ...RequestOption,
) (*Webhook, error) {
	return sent[Webhook](ctx, w.caller, http.MethodPatch, webhookPath(id), nil, fields, options)
}

// Delete deletes a webhook and its deliveries.
func (w Webhooks) Delete(ctx context.Context, id int64, options ...RequestOption) error {
	_, err := w.caller.call(ctx, http.MethodDelete, webhookPath(id), nil, nil, options)
	return err
}

// Rotate makes another secret, and returns the webhook with it.
func (w Webhooks) Rotate(ctx context.Context, id int64, options ...RequestOption) (*Webhook, error) {
	return sent[Webhook](ctx, w.caller, http.MethodPost, webhookPath(id)+"/rotate", nil, nil, options)
}

// Test has a message sent, and returns its delivery.
func (w Webhooks) Test(ctx context.Context, id int64, options ...RequestOption) (*WebhookDelivery, error) {
	return sent[WebhookDelivery](ctx, w.caller, http.MethodPost, webhookPath(id)+"/test", nil, nil, options)
}

// Deliveries returns a page of deliveries, of which the first is 1.
func (w Webhooks) Deliveries(
	ctx context.Context, id, page int64, options ...RequestOption,
) (*WebhookDeliveries, error) {
	query := url.Values{"page": {strconv.FormatInt(max(page, 1), 10)}}
	return sent[WebhookDeliveries](ctx, w.caller, http.MethodGet, webhookPath(id)+"/deliveries", query, nil, options)
}

// Retry has a message sent again.
func (w Webhooks) Retry(
	ctx context.Context, id, delivery int64, options ...RequestOption,
) (*WebhookDelivery, error) {
	path := webhookPath(id) + "/deliveries/" + strconv.FormatInt(delivery, 10) + "/retry"
	return sent[WebhookDelivery](ctx, w.caller, http.MethodPost, path, nil, nil, options)
}
