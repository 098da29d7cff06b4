package idempotency

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
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// keptFor is how long a response is kept under its key.
const keptFor = 24 * time.Hour

// longestKey is how many characters a key has at most.
const longestKey = 255

// keyForm is the form of a key: visible ASCII.  Its length is compared apart from it, as an
// expression that counts to 255 takes a millisecond of each start.
var keyForm = regexp.MustCompile(`^[!-~]+$`)

// Key returns the key that the request carries, "" when it carries
// none or is a dry run, of which nothing stays.
func Key(r *request.Request) (string, error) {
	if !r.Idempotency.Key.IsSet() || r.Dry {
		return "", nil
	}
	key := strings.Trim(strings.TrimSpace(r.Idempotency.Key.Value), `"`)
	if len(key) > longestKey || !keyForm.MatchString(key) {
		return "", apierror.New(http.StatusBadRequest, "rest_invalid_idempotency_key",
			"The Idempotency-Key header must contain one key of 1 to 255 visible ASCII characters, such as a UUID.")
	}
	return key, nil
}

// Load returns the response to the write if it was made before under the key, nil if it was
// not.  The same key with another request is 422.  Requests with one key wait here for each
// other until w ends.
func Load(r *request.Request, w store.Writer, key string) (*request.StoredResponse, error) {
	if key == "" {
		return nil, nil
	}
	var found *request.StoredResponse
	var fingerprint string
	err := w.Batch(r.Context(), append(r.Env.Store.SQL().LockStatements("idempotency/"+key), store.Statement{
		SQL: `SELECT fingerprint, status, location, version, body FROM idempotency_keys WHERE user_id = $1 AND key = $2 ` +
			`AND created_utc > $3`,
		Args: []any{r.Caller.User, key, expiryCutoff(r)},
		ScanRow: func(row store.Row) error {
			found = &request.StoredResponse{}
			return row.Scan(&fingerprint, &found.Status, &found.Location, &found.Version, &found.Body)
		},
	}))
	switch {
	case err != nil || found == nil:
		return nil, err
	case fingerprint != fingerprintOf(r):
		return nil, apierror.New(http.StatusUnprocessableEntity, "rest_idempotency_key_reused",
			"This Idempotency-Key was already used for a different request. Use a new key for a new request.")
	}
	return found, nil
}

// Keep keeps the response to a write under its key, and drops responses that have been
// kept long enough.
func Keep(r *request.Request, w store.Writer, key string, response request.StoredResponse) {
	w.Queue(store.Statement{
		SQL: `DELETE FROM idempotency_keys WHERE created_utc <= $1`, Args: []any{expiryCutoff(r)},
	}, store.Statement{
		SQL: `INSERT INTO idempotency_keys (user_id, key, fingerprint, status, location, version, body, created_utc) ` +
			`VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		Args: []any{
			r.Caller.User, key, fingerprintOf(r), response.Status, response.Location, response.Version, response.Body,
			string(r.UTC()),
		},
	})
}

// expiryCutoff returns the instant up to which responses are forgotten, a wall time
// in UTC.
func expiryCutoff(r *request.Request) string { return string(dates.Zone{}.At(r.Now.Add(-keptFor))) }

// fingerprintOf tells a request from others: its method, its path, its parameters, however
// they were sent, and its file.
func fingerprintOf(r *request.Request) string {
	sent := map[string]any{}
	for _, name := range r.Values.Names() {
		sent[name], _ = r.Values.LookupAll(name)
	}
	parts := []any{r.Idempotency.Method, r.Idempotency.Path, sent}
	if r.Upload != nil {
		parts = append(parts, r.Upload.Digest) // A file that is the body is no parameter.
	}
	text, err := json.Marshal(parts)
	if err != nil {
		return "" // Parameters are what JSON can hold.
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
