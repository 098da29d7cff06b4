// Messages of webhooks.

package client

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// WebhookMessage is a message of a webhook (https://www.standardwebhooks.com).
type WebhookMessage struct {
	ID        string          `json:"-"`    // The same at each attempt: who has seen it knows the message.
	Type      string          `json:"type"` // Such as "RESOURCE.updated".
	Timestamp time.Time       `json:"timestamp"`
	Data      json.RawMessage `json:"data"` // The record; of one that is deleted its ID.
}

// ErrWebhookSignature is the error of a message that is not signed by the secret, or was signed more than
// five minutes ago.
var ErrWebhookSignature = errors.New("the message is not signed by the secret, or too old")

// webhookTolerance is how far the clocks of sender and receiver may differ.
const webhookTolerance = 5 * time.Minute

// VerifyWebhook returns the message of a request whose header and body a webhook with the secret has sent:
//
//	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
//	message, err := client.VerifyWebhook(secret, r.Header, body)
func VerifyWebhook(secret string, header http.Header, body []byte) (*WebhookMessage, error) {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil || len(key) == 0 {
		return nil, errors.New("the secret of a webhook is whsec_ and Base64")
	}
	m := &WebhookMessage{ID: header.Get("webhook-id")}
	seconds, err := strconv.ParseInt(header.Get("webhook-timestamp"), 10, 64)
	if off := time.Since(time.Unix(seconds, 0)).Abs(); err != nil || m.ID == "" || off > webhookTolerance {
		return nil, ErrWebhookSignature
	}
	mac := hmac.New(sha256.New, key)
	_, _ = fmt.Fprintf(mac, "%s.%d.%s", m.ID, seconds, body) // A hash never fails.
	want := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	for signature := range strings.FieldsSeq(header.Get("webhook-signature")) {
		if hmac.Equal([]byte(signature), want) {
			if err := json.Unmarshal(body, m); err != nil {
				return nil, fmt.Errorf("read the message of a webhook: %w", err)
			}
			return m, nil
		}
	}
	return nil, ErrWebhookSignature
}
