package runtime

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"time"

	"almanac/runtime/dates"
	"almanac/runtime/fault"
	"almanac/runtime/jsonfields"
	"almanac/runtime/param"
	"almanac/runtime/store"
)

// A write that carries an Idempotency-Key happens once: its answer is kept in
// the transaction of the write, and given again to the same user's same key
// (draft-ietf-httpapi-idempotency-key-header).  Writes that failed changed
// nothing and are not kept, so that they can be tried again with the key.

// keptFor is how long an answer is kept under its key.
const keptFor = 24 * time.Hour

// Answer is the answer to a write, as it is kept.
type Answer struct {
	Status    int
	Location  string
	Version   int64 // Of the record, for the ETag.
	BodyState string
}

// idempotencyKeyForm is the form of a key: visible ASCII, 255 at most.
var idempotencyKeyForm = regexp.MustCompile(`^[!-~]{1,255}$`)

// idempotencyKey returns the key that the request carries, "" when it carries
// none or is a dry run, of which nothing stays.
func (r *Request) idempotencyKey() (string, error) {
	sent, ok := r.HTTP.Header["Idempotency-Key"]
	if !ok || r.Dry {
		return "", nil
	}
	key := strings.Trim(strings.TrimSpace(sent[0]), `"`)
	if len(sent) > 1 || !idempotencyKeyForm.MatchString(key) {
		return "", fault.New(http.StatusBadRequest, "rest_invalid_idempotency_key", "The header Idempotency-Key must hold one key of 1 to 255 visible ASCII characters, such as a UUID.")
	}
	return key, nil
}

// recall reports whether the write was made before under the key; then its
// answer is in the exchange.  The same key with another request is 422.
// Requests with one key wait here for each other.
func (c *Change) recall(key string) (bool, error) {
	if key == "" {
		return false, nil
	}
	var found *Answer
	var fingerprint string
	err := c.Store.Batch(c.context(), append(c.Env.Store.SQL().LockStatements("idempotency/"+key), store.Statement{
		SQL:  `SELECT fingerprint, status, location, version, body FROM idempotency_keys WHERE user_id = $1 AND name = $2 AND created_utc > $3`,
		Args: []any{c.Caller.User, key, c.forgotten()},
		ScanRow: func(row store.Row) error {
			found = &Answer{}
			return row.Scan(&fingerprint, &found.Status, &found.Location, &found.Version, &found.BodyState)
		},
	}))
	switch {
	case err != nil || found == nil:
		return false, err
	case fingerprint != c.fingerprint():
		return false, fault.New(http.StatusUnprocessableEntity, "rest_idempotency_key_reused", "This Idempotency-Key was sent before with another request. Use a new key for a new request.")
	}
	c.State.Earlier = found
	return true, nil
}

// remember keeps the answer to a write under its key, and drops answers that
// have been kept long enough.
func (c *Change) remember(key string, m Model) error {
	if key == "" {
		return nil
	}
	var body bytes.Buffer
	if err := encode(&body, c.ViewOf(&View{Request: c.Request, Written: true}, m)); err != nil {
		return err
	}
	fields, _ := param.InQuery(c.HTTP.URL.RawQuery, "_fields")
	kept, err := jsonfields.KeepFields(fields, body.Bytes(), false)
	if err != nil {
		return err
	}
	c.Store.Queue(store.Statement{
		SQL: `DELETE FROM idempotency_keys WHERE created_utc <= $1`, Args: []any{c.forgotten()},
	}, store.Statement{
		SQL: `INSERT INTO idempotency_keys (user_id, name, fingerprint, status, location, version, body, created_utc) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		Args: []any{
			c.Caller.User, key, c.fingerprint(), c.Success(), c.Location(m), m.Record().Version, string(kept), string(c.utc()),
		},
	})
	return nil
}

// forgotten returns the instant up to which answers are forgotten, a wall time
// in UTC.
func (c *Change) forgotten() string { return string(dates.Zone{}.At(c.Now.Add(-keptFor))) }

// fingerprint tells a request from others: its method, its path and its
// parameters, however they were sent.
func (r *Request) fingerprint() string {
	sent := map[string]any{}
	for _, name := range r.Values.Names() {
		sent[name], _ = r.Values.Whole(name)
	}
	text, err := json.Marshal([]any{r.HTTP.Method, r.HTTP.URL.Path, sent})
	if err != nil {
		return "" // Parameters are what JSON can hold.
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
