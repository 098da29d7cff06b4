package webhooks

import (
	"context"
	"crypto/rand"
	"strings"
	"time"
	"unicode/utf8"

	"almanac/runtime/changefeed"
	"almanac/runtime/store"
)

// The states of a delivery.
const (
	Waiting   = "waiting"
	Delivered = "delivered"
	Failed    = "failed"
)

// States lists the states of a delivery.
func States() []string { return []string{Waiting, Delivered, Failed} }

// Delivery is a message to one webhook, and what came of it.
type Delivery struct {
	ID       int64
	Webhook  int64
	Message  string // "msg_…", the same at each attempt.
	Type     string // "event.updated".
	Resource string // Name of the resource; "" for no record.
	Record   int64
	Payload  string // JSON.
	Created  string
	Next     string // Of the next attempt, or when the current one is given up.
	Attempts int64  // That have begun.
	State    string
	Status   int64  // Of the last reply; 0 for none.
	Reply    string // Its first bytes, or the error.
	Ended    string // "" before its end.
}

// deliveryColumns are those of a Delivery, in its order.
const deliveryColumns = "id, webhook_id, message_id, type, resource, record_id, payload, created_utc, next_utc, " +
	"attempts, state, reply_status, reply, ended_utc"

// scan reads a row.
func (d *Delivery) scan(row store.Row) error {
	return row.Scan(&d.ID, &d.Webhook, &d.Message, &d.Type, &d.Resource, &d.Record, &d.Payload, &d.Created, &d.Next,
		&d.Attempts, &d.State, &d.Status, &d.Reply, &d.Ended)
}

// scanInto returns the function that adds the delivery of each row to list.
func scanInto(list *[]*Delivery) func(store.Row) error {
	return func(row store.Row) error {
		d := new(Delivery)
		err := d.scan(row)
		*list = append(*list, d)
		return err
	}
}

// maxPayload is the most bytes of a message; larger ones are thin.
const maxPayload = 256 << 10

// payload returns the body of a message.
func payload(m changefeed.Message, thin bool) (string, error) {
	if m.Thin != nil && (thin || len(m.Data) > maxPayload) {
		m.Data, m.Thin = m.Thin, nil
	}
	body, err := m.JSON()
	if len(body) > maxPayload && m.Thin != nil {
		return payload(m, true)
	}
	return string(body), err
}

// insert returns the statement that adds the delivery of a message to a webhook.
func insert(h *Webhook, m changefeed.Message, now time.Time) (store.Statement, error) {
	body, err := payload(m, h.Thin)
	return store.Statement{
		SQL: "INSERT INTO webhook_deliveries (webhook_id, message_id, type, resource, record_id, payload, created_utc, " +
			"next_utc, attempts, state, reply_status, reply, ended_utc) " +
			"VALUES ($1, $2, $3, $4, $5, $6, $7, $7, 0, 'waiting', 0, '', '')",
		Args: []any{h.ID, "msg_" + rand.Text(), m.Type, m.Resource, m.Record, body, timestamp(now)},
	}, err
}

// kept is how long deliveries are kept after their end, and those that wait for a webhook which is
// disabled.
const kept = 30 * 24 * time.Hour

// Sizes counts deliveries.
type Sizes struct{ Waiting, Failed int64 }

// Count returns how many deliveries wait, and how many of those that are kept have failed.
func Count(ctx context.Context, r store.Reader) (Sizes, error) {
	var n Sizes
	of := func(state string) string { // An index has the states of each webhook.
		return "COALESCE(SUM((SELECT count(*) FROM webhook_deliveries AS d WHERE d.webhook_id = w.id AND d.state = '" +
			state + "')), 0)"
	}
	err := r.Query(ctx, store.Statement{
		SQL:     "SELECT " + of(Waiting) + ", " + of(Failed) + " FROM webhooks AS w",
		ScanRow: func(row store.Row) error { return row.Scan(&n.Waiting, &n.Failed) },
	})
	return n, err
}

// printable returns the beginning of a text as it is kept of a reply, without what no text has.
func printable(text string) string {
	return strings.Map(func(c rune) rune {
		if c < ' ' && c != '\n' && c != '\t' || c == utf8.RuneError {
			return -1
		}
		return c
	}, text[:min(len(text), keptReply)])
}
