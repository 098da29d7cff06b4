package webhooks

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"almanac/runtime/store"
)

// Webhook is an address that messages are sent to. Times are UTC as they are stored, "" for none.
type Webhook struct {
	ID             int64
	URL            string
	Description    string
	Types          []string // Of the messages that it wants; none for all.
	Thin           bool     // Messages name the record and leave its fields out.
	Secret         string
	FormerSecret   string // Signs beside the other one; "" for none.
	FormerUntil    string
	Disabled       bool
	DisabledReason string // Why the service has disabled it; "" for a user who did.
	PausedUntil    string // The receiver asked for it.
	FailingSince   string // Of the first failure after the last success.
	User           int64  // Who made it.
	Created        string
	Modified       string
}

// MaxWebhooks is how many webhooks a service has at most.
const MaxWebhooks = 100

// rotation is how long a former secret signs beside the new one.
const rotation = 24 * time.Hour

// secretBytes is the length of a secret; Standard Webhooks has them from 24 to 64 bytes.
const secretBytes = 32

// newSecret returns a secret in the form of Standard Webhooks.
func newSecret() string {
	key := make([]byte, secretBytes)
	_, _ = rand.Read(key) // It never fails.
	return "whsec_" + base64.StdEncoding.EncodeToString(key)
}

// timestamp returns a time as it is stored.
func timestamp(t time.Time) string { return t.UTC().Format(time.DateTime) }

// columns are those of a Webhook but the ID, in the order of its values.
const columns = "url, description, types, thin, secret, former_secret, former_until_utc, disabled, disabled_reason, " +
	"paused_until_utc, failing_since_utc, user_id, created_utc, modified_utc"

// values returns what the columns have.
func (h *Webhook) values() []any {
	types, err := json.Marshal(slices.Concat([]string{}, h.Types))
	if err != nil {
		panic(err) // Texts are JSON.
	}
	return []any{
		h.URL, h.Description, string(types), h.Thin, h.Secret, h.FormerSecret, h.FormerUntil, h.Disabled, h.DisabledReason,
		h.PausedUntil, h.FailingSince, h.User, h.Created, h.Modified,
	}
}

// scan reads a row with the ID and the columns.
func (h *Webhook) scan(row store.Row) error {
	var types string
	err := row.Scan(&h.ID, &h.URL, &h.Description, &types, &h.Thin, &h.Secret, &h.FormerSecret, &h.FormerUntil,
		&h.Disabled, &h.DisabledReason, &h.PausedUntil, &h.FailingSince, &h.User, &h.Created, &h.Modified)
	if err != nil {
		return err
	}
	return json.Unmarshal([]byte(types), &h.Types)
}

// wants reports whether the webhook gets messages of a type.
func (h *Webhook) wants(kind string) bool { return len(h.Types) == 0 || slices.Contains(h.Types, kind) }

// find returns the webhooks of a condition, by ID.
func find(ctx context.Context, r store.Reader, where string, args ...any) (list []Webhook, err error) {
	err = r.Query(ctx, store.Statement{
		SQL: "SELECT id, " + columns + " FROM webhooks WHERE " + where + " ORDER BY id", Args: args,
		ScanRow: func(row store.Row) error {
			var h Webhook
			err := h.scan(row)
			list = append(list, h)
			return err
		},
	})
	if err != nil {
		return nil, fmt.Errorf("read webhooks: %w", err)
	}
	return list, nil
}

// lock makes transactions that change which webhooks there are wait for each other, and for the reader
// of the log.
func lock(ctx context.Context, s *store.Store, w store.Writer) error {
	return s.Lock(ctx, w, "webhooks")
}
