package webhooks

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"almanac/runtime/delivery"
	"almanac/runtime/outbound"
	"almanac/runtime/store"
)

// How messages are sent.
const (
	timeout   = 15 * time.Second // Of an attempt.
	batchSize = 4                // Attempts at one webhook at once.
	lease     = 2 * delivery.Timeout
	maxReply  = 64 << 10 // Bytes of a reply that are read.
	keptReply = 1 << 10  // Bytes of a reply that are kept.
	maxHeader = 16 << 10 // Bytes of the header of a reply.
	maxPause  = 24 * time.Hour
	// endurance is how long a webhook may refuse all messages before it is disabled.
	endurance = 5 * 24 * time.Hour
)

// delays are the pauses after attempts that failed: after the last one a delivery has failed.
var delays = []time.Duration{
	5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour, 10 * time.Hour, 14 * time.Hour,
	20 * time.Hour, 24 * time.Hour,
}

// MaxAttempts is how often a delivery is attempted.
var MaxAttempts = len(delays) + 1

// jittered returns a pause that is up to a tenth longer, so that what failed together does not come back
// together.
func jittered(d time.Duration) time.Duration {
	return d + rand.N(d/10+1) //nolint:gosec // Nobody gains by guessing it.
}

// newClients returns the clients of a service with a name.
func newClients(guard outbound.Guard, name string) clients {
	client := func(dial func(*http.Transport)) *http.Client {
		t := &http.Transport{ // It has no proxy: that would connect to what the guard refuses.
			TLSHandshakeTimeout: timeout / 2, MaxResponseHeaderBytes: maxHeader, DisableCompression: true,
			MaxIdleConnsPerHost: batchSize, IdleConnTimeout: time.Minute, ForceAttemptHTTP2: true,
		}
		dial(t)
		return &http.Client{
			Transport: t, Timeout: timeout,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		}
	}
	return clients{
		agent:     name + " webhooks",
		encrypted: client(func(t *http.Transport) { t.DialContext = guard.Dial }),
		plain:     client(func(t *http.Transport) { t.DialContext = guard.DialAllowed }),
	}
}

// attempt is a delivery that is attempted, and what came of it.
type attempt struct {
	*Delivery
	to    *Webhook
	pause time.Duration // That the receiver wants; 0 for none.
}

// lane is the deliveries of one webhook.
type lane struct {
	*Worker
	webhook int64
}

// sendTo sends what is due to a webhook, until nothing is or stopping ends.
func (w *Worker) sendTo(stopping, working context.Context, webhook int64) {
	for stopping.Err() == nil {
		more, err := delivery.Deliver(working, lane{w, webhook})
		if err != nil && stopping.Err() == nil {
			w.Log.WarnContext(working, "webhook deliveries not read", "webhook", webhook, "error", err)
		}
		if err != nil || !more {
			return
		}
	}
}

// Due implements delivery.Queue: a delivery waits for the earlier ones of its record that have not ended.
func (l lane) Due(ctx context.Context) (ids []int64, err error) {
	err = l.store.Primary().Query(ctx, store.Statement{
		SQL: "SELECT d.id FROM webhook_deliveries AS d JOIN webhooks AS w ON w.id = d.webhook_id " +
			"WHERE d.webhook_id = $1 AND d.state = 'waiting' AND d.next_utc <= $2 AND NOT w.disabled " +
			"AND w.paused_until_utc <= $2 AND (d.record_id = 0 OR NOT EXISTS (SELECT 1 FROM webhook_deliveries AS p " +
			"WHERE p.webhook_id = d.webhook_id AND p.resource = d.resource AND p.record_id = d.record_id " +
			"AND p.state = 'waiting' AND p.id < d.id)) ORDER BY d.next_utc, d.id LIMIT $3",
		Args: []any{l.webhook, timestamp(l.clock()), int64(batchSize)},
		ScanRow: func(row store.Row) error {
			var id int64
			err := row.Scan(&id)
			ids = append(ids, id)
			return err
		},
	})
	return ids, err
}

// Claim implements delivery.Queue.
func (l lane) Claim(ctx context.Context, ids []int64) (list []*attempt, err error) {
	now := l.clock()
	var args store.Args
	next, at := args.Bind(timestamp(now.Add(lease))), args.Bind(timestamp(now))
	text := l.store.SQL().Format("UPDATE webhook_deliveries SET next_utc = ?, attempts = attempts + 1 "+
		"WHERE next_utc <= ? AND state = 'waiting' AND id ? RETURNING "+deliveryColumns, next, at,
		l.store.SQL().In(&args, ids))
	err = l.store.RunInTx(ctx, func(ctx context.Context, tx store.Writer) error {
		list = nil
		to, err := find(ctx, tx, "id = $1", l.webhook)
		if err != nil || len(to) == 0 {
			return err
		}
		var claimed []*Delivery
		if err := tx.Query(ctx, store.Statement{SQL: text, Args: args.Values(), ScanRow: scanInto(&claimed)}); err != nil {
			return err
		}
		for _, d := range claimed {
			list = append(list, &attempt{Delivery: d, to: &to[0]})
		}
		return nil
	})
	return list, err
}

// Send implements delivery.Queue.
func (l lane) Send(ctx context.Context, a *attempt) error {
	a.Status, a.Reply = 0, ""
	now := l.clock()
	r, err := l.clients.request(ctx, a, now)
	if err != nil {
		return err
	}
	client := l.clients.encrypted
	if r.URL.Scheme == "http" {
		client = l.clients.plain
	}
	response, err := client.Do(r)
	if err != nil {
		var wrapped *url.Error
		if errors.As(err, &wrapped) { // It repeats the address.
			return wrapped.Err
		}
		return err
	}
	defer func() { _ = response.Body.Close() }()
	reply, _ := io.ReadAll(io.LimitReader(response.Body, maxReply)) // The status says enough.
	a.Status, a.Reply = int64(response.StatusCode), printable(string(reply))
	if a.Status >= 200 && a.Status < 300 {
		return nil
	}
	a.pause = min(retryAfter(response.Header, now), maxPause)
	return errors.New(response.Status)
}

// request returns the request with a message, signed by all secrets of the webhook.
func (c clients) request(ctx context.Context, a *attempt, now time.Time) (*http.Request, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, a.to.URL, strings.NewReader(a.Payload))
	if err != nil {
		return nil, err
	}
	secrets := []string{a.to.Secret}
	if a.to.FormerUntil > timestamp(now) {
		secrets = append(secrets, a.to.FormerSecret)
	}
	var signatures []string
	for _, secret := range secrets {
		signer, err := standardwebhooks.NewWebhook(secret)
		if err != nil {
			return nil, err
		}
		signature, err := signer.Sign(a.Message, now, []byte(a.Payload))
		if err != nil {
			return nil, err
		}
		signatures = append(signatures, signature)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", c.agent)
	r.Header.Set(standardwebhooks.HeaderWebhookID, a.Message)
	r.Header.Set(standardwebhooks.HeaderWebhookTimestamp, strconv.FormatInt(now.Unix(), 10))
	r.Header.Set(standardwebhooks.HeaderWebhookSignature, strings.Join(signatures, " "))
	return r, nil
}

// retryAfter returns how long a receiver asks to wait (RFC 9110, section 10.2.3), 0 when it does not say.
func retryAfter(header http.Header, now time.Time) time.Duration {
	text := header.Get("Retry-After")
	if seconds, err := strconv.ParseUint(text, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(0, at.Sub(now))
	}
	return 0
}

// slows reports whether a status asks the sender to send less.
func slows(status int64) bool {
	return status == http.StatusTooManyRequests || status == http.StatusBadGateway || status == http.StatusGatewayTimeout
}

// Ended implements delivery.Queue.
func (l lane) Ended(ctx context.Context, a *attempt, failure error) {
	l.count(failure == nil)
	now := l.clock()
	if failure != nil && a.Status == 0 {
		a.Reply = printable(failure.Error())
	}
	message, webhook := ended(a, now, failure == nil)
	if failure != nil {
		l.Log.WarnContext(ctx, "webhook delivery failed", "webhook", a.Webhook, "message", a.Message, "attempts", a.Attempts,
			"last", a.State == Failed, "error", failure)
	}
	err := l.store.RunInTx(ctx, func(ctx context.Context, tx store.Writer) error {
		if webhook.SQL != "" { // The row of the webhook is locked first by all.
			if _, err := tx.Exec(ctx, webhook); err != nil {
				return err
			}
		}
		_, err := tx.Exec(ctx, message)
		return err
	})
	if err != nil { // It is attempted again when the lease ends.
		l.Log.ErrorContext(ctx, "webhook delivery not updated", "id", a.ID, "error", err)
	}
}

// ended returns the statements that store what came of an attempt: of the delivery, and of the webhook, whose
// text is "" when it stays as it is.
func ended(a *attempt, now time.Time, delivered bool) (message, webhook store.Statement) {
	a.State, a.Ended = Delivered, timestamp(now)
	switch {
	case delivered:
		webhook = store.Statement{
			SQL:  "UPDATE webhooks SET failing_since_utc = '' WHERE id = $1 AND failing_since_utc <> ''",
			Args: []any{a.Webhook},
		}
		if a.to.FailingSince == "" {
			webhook = store.Statement{}
		}
	case a.Status == http.StatusGone:
		a.State = Failed
		webhook = disable(a.Webhook, "The receiver replied 410 Gone.", now)
	default:
		a.State, webhook = a.failed(now)
	}
	message = store.Statement{
		SQL: "UPDATE webhook_deliveries SET state = $1, next_utc = $2, reply_status = $3, reply = $4, ended_utc = $5 " +
			"WHERE id = $6",
		Args: []any{a.State, a.Next, a.Status, a.Reply, a.Ended, a.ID},
	}
	return message, webhook
}

// failed returns the state of a delivery after an attempt that failed, and the statement about its webhook.
func (a *attempt) failed(now time.Time) (state string, webhook store.Statement) {
	last := a.Attempts > int64(len(delays))
	var pause time.Duration
	if !last {
		a.Ended = ""
		pause = max(jittered(delays[a.Attempts-1]), a.pause)
		a.Next = timestamp(now.Add(pause))
	}
	since := a.to.FailingSince
	if last && since != "" && since <= timestamp(now.Add(-endurance)) {
		return Failed, disable(a.Webhook, fmt.Sprintf("No message was accepted since %s UTC.", since), now)
	}
	until := "" // Text that is before all times.
	if slows(a.Status) || a.pause > 0 {
		until = timestamp(now.Add(max(a.pause, min(pause, delays[1]))))
	}
	state = Waiting
	if last {
		state = Failed
	}
	return state, store.Statement{
		SQL: "UPDATE webhooks SET failing_since_utc = CASE WHEN failing_since_utc = '' THEN $1 ELSE failing_since_utc END, " +
			"paused_until_utc = CASE WHEN paused_until_utc < $2 THEN $2 ELSE paused_until_utc END WHERE id = $3",
		Args: []any{timestamp(now), until, a.Webhook},
	}
}

// disable returns the statement that disables a webhook for a reason.
func disable(webhook int64, reason string, now time.Time) store.Statement {
	return store.Statement{
		SQL:  "UPDATE webhooks SET disabled = true, disabled_reason = $1, modified_utc = $2 WHERE id = $3",
		Args: []any{reason, timestamp(now), webhook},
	}
}
