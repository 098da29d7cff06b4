package changes

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"

	"almanac/runtime/metadata"
	"almanac/runtime/store"
)

// keysName is where the metadata has the keys.
const keysName = "changes"

// Keys are what the tokens of a database are made with.
type Keys struct {
	Secret []byte `json:"secret"`
	Epoch  string `json:"epoch"`
}

// KeysOf returns the keys of a database, and makes them when they are first asked for.
func KeysOf(ctx context.Context, s *store.Store) (k Keys, err error) {
	text, err := metadata.Get(ctx, s.Primary(), keysName)
	if err == nil && text == "" {
		text, err = makeKeys(ctx, s)
	}
	if err == nil {
		err = json.Unmarshal([]byte(text), &k)
	}
	if err != nil {
		return k, fmt.Errorf("read the keys of sync tokens: %w", err)
	}
	return k, nil
}

// makeKeys stores keys unless another process has done so, and returns those that are stored.
func makeKeys(ctx context.Context, s *store.Store) (text string, err error) {
	secret := make([]byte, 32)
	_, _ = rand.Read(secret) // It never fails.

	made, err := json.Marshal(Keys{Secret: secret, Epoch: rand.Text()}) //nolint:gosec // Stored in the database alone.
	if err != nil {
		return "", err
	}
	err = s.RunInTx(ctx, func(ctx context.Context, tx store.Writer) error {
		if _, err := tx.Exec(ctx, store.Statement{
			SQL:  "INSERT INTO " + metadata.Table + " (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING",
			Args: []any{keysName, string(made)},
		}); err != nil {
			return err
		}
		text, err = metadata.Get(ctx, tx, keysName)
		return err
	})
	return text, err
}

// BeginEpoch ends what all tokens of a database hold for.
func BeginEpoch(ctx context.Context, s *store.Store) error {
	known, err := metadata.Get(ctx, s.Primary(), keysName)
	if err != nil || known == "" { // There is no token.
		return err
	}
	k, err := KeysOf(ctx, s)
	if err != nil {
		return err
	}
	k.Epoch = rand.Text()
	text, err := json.Marshal(k) //nolint:gosec // Stored in the database alone.
	if err != nil {
		return err
	}
	return s.RunInTx(ctx, func(_ context.Context, tx store.Writer) error {
		tx.Queue(metadata.Set(keysName, string(text)))
		return nil
	})
}

// ResetTransactions takes from the entries of another cluster, which came by a dump, the numbers of
// transactions that this one has not reached: it would find them new for ever.
func ResetTransactions(ctx context.Context, s *store.Store) error {
	if s.Dialect() != store.PostgreSQL {
		return nil
	}
	const above = "transaction_id >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint"
	found := false
	err := s.Primary().Query(ctx, store.Statement{
		SQL:     "SELECT EXISTS (SELECT 1 FROM audit_entries WHERE " + above + ")",
		ScanRow: func(row store.Row) error { return row.Scan(&found) },
	})
	if err == nil && found {
		err = s.RunInTx(ctx, func(_ context.Context, tx store.Writer) error {
			tx.Queue(store.Statement{SQL: "UPDATE audit_entries SET transaction_id = 0 WHERE " + above})
			return nil
		})
	}
	if err != nil {
		return fmt.Errorf("reset transactions of another cluster: %w", err)
	}
	return nil
}
