package mutate

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"time"

	"almanac/runtime/apierror"
	"almanac/runtime/dates"
	"almanac/runtime/etag"
	"almanac/runtime/jsonfields"
	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/query"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// PreconditionFailed is the response to a request about another version of a
// record than there is now.
func PreconditionFailed(tag string) *apierror.Error {
	f := apierror.New(http.StatusPreconditionFailed, "rest_precondition_failed", "The record has changed since. Read it again, and send its new ETag.")
	f.Header = map[string]string{"ETag": tag}
	return f
}

// checkPreconditions returns a 412 when the request names another version of the
// record that it is about to change.  It is asked with the record locked, so
// that no other write comes between the response and the change; the update
// itself compares the version once more.
func checkPreconditions(c *Mutation, m model.Record) error {
	version := m.Common().Version
	wanted, named := etag.TagsOf(c.HTTP.Header, "If-Match")
	unwanted, excluded := etag.TagsOf(c.HTTP.Header, "If-None-Match")
	if (!named || wanted.MatchVersion(version)) && (!excluded || !unwanted.MatchVersion(version)) {
		return nil
	}
	tag, err := currentTag(c, m)
	if err != nil {
		return err
	}
	return PreconditionFailed(tag)
}

// currentTag returns the tag that a read of the record would have now.
func currentTag(c *Mutation, m model.Record) (string, error) {
	if err := query.Attach(c.context(), c.Request, c.Store, c.Kind, []model.Record{m}); err != nil {
		return "", err
	}
	body, err := c.Represent(m, false)
	return etag.EntityTag(m.Common().Version, body), err
}

// A write that carries an Idempotency-Key happens once: its response is kept in
// the transaction of the write, and given again to the same user's same key
// (draft-ietf-httpapi-idempotency-key-header).  Writes that failed changed
// nothing and are not kept, so that they can be tried again with the key.

// idempotencyTTL is how long a response is kept under its key.
const idempotencyTTL = 24 * time.Hour

// idempotencyKeyForm is the form of a key: visible ASCII, 255 at most.
var idempotencyKeyForm = regexp.MustCompile(`^[!-~]{1,255}$`)

// idempotencyKey returns the key that the request carries, "" when it carries
// none or is a dry run, of which nothing stays.
func idempotencyKey(r *request.Request) (string, error) {
	sent, ok := r.HTTP.Header["Idempotency-Key"]
	if !ok || r.Dry {
		return "", nil
	}
	key := strings.Trim(strings.TrimSpace(r.HTTP.Header.Get("Idempotency-Key")), `"`)
	if len(sent) > 1 || !idempotencyKeyForm.MatchString(key) {
		return "", apierror.New(http.StatusBadRequest, "rest_invalid_idempotency_key", "The header Idempotency-Key must hold one key of 1 to 255 visible ASCII characters, such as a UUID.")
	}
	return key, nil
}

// loadStoredResponse reports whether the write was made before under the key; then its
// response is in State.Replay.  The same key with another request is 422.
// Requests with one key wait here for each other.
func loadStoredResponse(c *Mutation, key string) (bool, error) {
	if key == "" {
		return false, nil
	}
	var found *request.StoredResponse
	var fingerprint string
	err := c.Store.Batch(c.context(), append(c.Env.Store.SQL().LockStatements("idempotency/"+key), store.Statement{
		SQL:  `SELECT fingerprint, status, location, version, body FROM idempotency_keys WHERE user_id = $1 AND key = $2 AND created_utc > $3`,
		Args: []any{c.Caller.User, key, expiryCutoff(c)},
		ScanRow: func(row store.Row) error {
			found = &request.StoredResponse{}
			return row.Scan(&fingerprint, &found.Status, &found.Location, &found.Version, &found.Body)
		},
	}))
	switch {
	case err != nil || found == nil:
		return false, err
	case fingerprint != fingerprintOf(c.Request):
		return false, apierror.New(http.StatusUnprocessableEntity, "rest_idempotency_key_reused", "This Idempotency-Key was sent before with another request. Use a new key for a new request.")
	}
	c.State.Replay = found
	return true, nil
}

// storeResponse keeps the response to a write under its key, and drops responses that
// have been kept long enough.
func storeResponse(c *Mutation, key string, m model.Record) error {
	if key == "" {
		return nil
	}
	body, err := c.Represent(m, true)
	if err != nil {
		return err
	}
	fields, _ := param.InQuery(c.HTTP.URL.RawQuery, "_fields")
	kept, err := jsonfields.KeepFields(fields, body, false)
	if err != nil {
		return err
	}
	c.Store.Queue(store.Statement{
		SQL: `DELETE FROM idempotency_keys WHERE created_utc <= $1`, Args: []any{expiryCutoff(c)},
	}, store.Statement{
		SQL: `INSERT INTO idempotency_keys (user_id, key, fingerprint, status, location, version, body, created_utc) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		Args: []any{
			c.Caller.User, key, fingerprintOf(c.Request), c.Success(), c.Location(m), m.Common().Version, string(kept), string(c.UTC()),
		},
	})
	return nil
}

// expiryCutoff returns the instant up to which responses are forgotten, a wall time
// in UTC.
func expiryCutoff(c *Mutation) string { return string(dates.Zone{}.At(c.Now.Add(-idempotencyTTL))) }

// fingerprintOf tells a request from others: its method, its path and its
// parameters, however they were sent.
func fingerprintOf(r *request.Request) string {
	sent := map[string]any{}
	for _, name := range r.Values.Names() {
		sent[name], _ = r.Values.LookupAll(name)
	}
	text, err := json.Marshal([]any{r.HTTP.Method, r.HTTP.URL.Path, sent})
	if err != nil {
		return "" // Parameters are what JSON can hold.
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
