package outbox

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"strconv"
)

// Webhook returns a handler that sends the payload to a URL as POST with JSON.
// The header Idempotency-Key is the entry's ID. Statuses other than 2xx are
// errors; redirections are not followed.
func Webhook(url string) Handler {
	client := &http.Client{
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return func(ctx context.Context, e Entry) error {
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(e.Payload))
		if err != nil {
			return err
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Idempotency-Key", strconv.FormatInt(e.ID, 10))
		response, err := client.Do(r)
		if err != nil {
			return err
		}
		_ = response.Body.Close() // What the receiver says is of no interest.
		if response.StatusCode < 200 || response.StatusCode > 299 {
			return fmt.Errorf("POST %s: %s", r.URL.Redacted(), response.Status)
		}
		return nil
	}
}
