package auth

import (
	"context"
	"fmt"
	"maps"
	"net/mail"
	"slices"
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"almanac/runtime/store"
)

// A user signs in by name or by e-mail address.  The table sign_in_names has
// both of all users in folded form, as its primary key, so that no two users
// share one, not even between two servers.  It follows from the table users.

// maxEmail is the greatest length of an address in bytes (RFC 5321, section
// 4.5.3.1.3, less the angle brackets).
const maxEmail = 254

// fold returns the form in which names and addresses are compared: without
// regard to letter case and to compatible forms of characters, as RFC 8265 and
// RFC 8266 compare.
func fold(name string) string { return norm.NFKC.String(cases.Fold().String(norm.NFKC.String(name))) }

// checkEmail reports what is wrong with an address; none at all is fine.
func checkEmail(email string) error {
	if email == "" {
		return nil
	}
	parsed, err := mail.ParseAddress(email)
	if err != nil || parsed.Address != email || len(email) > maxEmail || strings.ContainsFunc(email, isNotPrint) {
		return fmt.Errorf("%w: an e-mail address looks like ada@example.org and has %d bytes at most", ErrInvalid, maxEmail)
	}
	if strings.Contains(email, ":") {
		return fmt.Errorf("%w: an e-mail address by which a user signs in contains no colon", ErrInvalid)
	}
	return nil
}

// signInNames returns what the user may sign in by, in folded form.
func (u User) signInNames() []string {
	names := []string{fold(u.Name)}
	if email := fold(u.Email); email != "" && email != names[0] {
		names = append(names, email)
	}
	return names
}

// claim writes what a user may sign in by, in the transaction w that has
// written the user.  Errors: ErrTaken.
func (u *Users) claim(ctx context.Context, w store.Writer, user User) error {
	if err := u.store.Lock(ctx, w, namesLock); err != nil {
		return err
	}
	if _, err := w.Exec(ctx, store.Statement{SQL: `DELETE FROM sign_in_names WHERE user_id = $1`, Args: []any{user.ID}}); err != nil {
		return err
	}
	for _, name := range user.signInNames() {
		made, err := ids(ctx, w, `INSERT INTO sign_in_names (name, user_id) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING RETURNING user_id`, name, user.ID)
		if err != nil {
			return err
		}
		if len(made) == 0 {
			return ErrTaken
		}
	}
	return nil
}

// namesLock is the lock that is held while sign_in_names is written, so that
// RefreshNames on another server does not miss a user.
const namesLock = "users/names"

// NamesakesError refuses a database in which two users could sign in by one
// name.
type NamesakesError struct {
	Pairs []string // Such as `"Ann" (id 1) and "ann" (id 7)`.
}

// Error implements error.
func (e *NamesakesError) Error() string {
	return "these users have the same name or e-mail address but for letter case: " + strings.Join(e.Pairs, "; ") +
		". Give one of each another by almanac user rename NAME NEW or almanac user email NAME ADDRESS"
}

// RefreshNames makes sure that every user can sign in by name and address: a
// program before this one, or SQL by hand, may have left sign_in_names behind.
// Errors: *NamesakesError.
func RefreshNames(ctx context.Context, s *store.Store) error {
	_, current, err := names(ctx, s.Reader())
	if err == nil && !current {
		err = s.RunInTx(ctx, func(ctx context.Context, w store.Writer) error { return refreshNames(ctx, s, w) })
	}
	if err != nil {
		return fmt.Errorf("check the names of users: %w", err)
	}
	return nil
}

// refreshNames writes the whole table.
func refreshNames(ctx context.Context, s *store.Store, w store.Writer) error {
	if err := s.Lock(ctx, w, namesLock); err != nil {
		return err
	}
	wanted, current, err := names(ctx, w)
	if err != nil || current {
		return err
	}
	if _, err := w.Exec(ctx, store.Statement{SQL: `DELETE FROM sign_in_names`}); err != nil {
		return err
	}
	for name, id := range wanted {
		w.Queue(store.Statement{SQL: `INSERT INTO sign_in_names (name, user_id) VALUES ($1, $2)`, Args: []any{name, id}})
	}
	return nil
}

// names returns the ids of users by what they sign in by, as the table users
// has it, and whether sign_in_names says the same.
func names(ctx context.Context, r store.Reader) (wanted map[string]int64, current bool, err error) {
	users, err := accounts(ctx, r, selectUsers+` ORDER BY id`)
	if err != nil {
		return nil, false, err
	}
	wanted, holders := map[string]int64{}, map[string]User{}
	var same NamesakesError
	for _, a := range users {
		for _, name := range a.signInNames() {
			if first, taken := holders[name]; taken {
				same.Pairs = append(same.Pairs, fmt.Sprintf("%s and %s", first.shown(), a.shown()))
			}
			wanted[name], holders[name] = a.ID, a.User
		}
	}
	if len(same.Pairs) > 0 {
		same.Pairs = slices.Compact(same.Pairs)
		return nil, false, &same
	}
	kept := map[string]int64{}
	err = r.Query(ctx, store.Statement{SQL: `SELECT name, user_id FROM sign_in_names`, ScanRow: func(row store.Row) error {
		var name string
		var id int64
		err := row.Scan(&name, &id)
		kept[name] = id
		return err
	}})
	return wanted, maps.Equal(wanted, kept), err
}

// shown names a user in a message.
func (u User) shown() string {
	if u.Email == "" {
		return fmt.Sprintf("%q (id %d)", u.Name, u.ID)
	}
	return fmt.Sprintf("%q (id %d, %s)", u.Name, u.ID, u.Email)
}
