package client_test

import (
	"errors"
	"net/http"
	"strconv"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	client "almanac/generator/clientsource"
)

func TestMessagesOfWebhooksAreVerified(t *testing.T) {
	const secret, other, id = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD", "msg_1"
	body := []byte(`{"type":"event.updated","timestamp":"2026-12-01T10:00:00Z","data":{"id":7}}`)
	signed := func(by string, at time.Time) http.Header {
		w, err := standardwebhooks.NewWebhook(by)
		if err != nil {
			t.Fatal(err)
		}
		signature, err := w.Sign(id, at, body)
		if err != nil {
			t.Fatal(err)
		}
		h := http.Header{}
		h.Set("Webhook-Id", id)
		h.Set("Webhook-Timestamp", strconv.FormatInt(at.Unix(), 10))
		h.Set("Webhook-Signature", "v1,AAAA "+signature)
		return h
	}
	m, err := client.VerifyWebhook(secret, signed(secret, time.Now()), body)
	if err != nil || m.ID != id || m.Type != "event.updated" || string(m.Data) != `{"id":7}` || m.Timestamp.Year() != 2026 {
		t.Errorf("the message is %+v, %v", m, err)
	}
	for name, c := range map[string]struct {
		header http.Header
		body   string
	}{
		"another secret":  {signed(other, time.Now()), string(body)},
		"another body":    {signed(secret, time.Now()), `{}`},
		"an old message":  {signed(secret, time.Now().Add(-time.Hour)), string(body)},
		"a future one":    {signed(secret, time.Now().Add(time.Hour)), string(body)},
		"without headers": {http.Header{}, string(body)},
	} {
		if _, err := client.VerifyWebhook(secret, c.header, []byte(c.body)); !errors.Is(err, client.ErrWebhookSignature) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := client.VerifyWebhook("", signed(secret, time.Now()), body); err == nil {
		t.Error("no secret is taken")
	}
}
