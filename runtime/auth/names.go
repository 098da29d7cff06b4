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
// share one, not even between two servers. It is computed from the table users.

// maxEmail is the greatest length of an address in bytes (RFC 5321, section
// 4.5.3.1.3, less the angle brackets).
const maxEmail = 254

// fold returns the form in which names and addresses are compared. It ignores
// letter case and compatible forms of characters, like RFC 8265 and RFC 8266.
func fold(name string) string { return norm.NFKC.String(cases.Fold().String(norm.NFKC.String(name))) }

// CheckEmail returns an error for an invalid address; an empty one is valid.
func CheckEmail(email string) error {
	if email == "" {
		return nil
	}
	parsed, err := mail.ParseAddress(email)
	if err != nil || parsed.Address != email || len(email) > maxEmail || strings.ContainsFunc(email, isNotPrint) {
		return fmt.Errorf("%w: email addresses must look like ada@example.org and have at most %d bytes", ErrInvalidValue,
			maxEmail)
	}
	if strings.Contains(email, ":") {
		return fmt.Errorf("%w: email addresses for signing in cannot contain a colon", ErrInvalidValue)
	}
	return nil
}

// signInNames returns the name and address of the user, in folded form.
func (u User) signInNames() []string {
	names := []string{fold(u.Name)}
	if email := fold(u.Email); email != "" && email != names[0] {
		names = append(names, email)
	}
	return names
}

// writeSignInNames writes the sign-in names of a user, in the transaction w that
// has written the user. Errors: ErrNameInUse.
func writeSignInNames(ctx context.Context, s *store.Store, w store.Writer, user User) error {
	if err := s.Lock(ctx, w, namesLock); err != nil {
		return err
	}
	if _, err := w.Exec(ctx, store.Statement{
		SQL: `DELETE FROM sign_in_names WHERE user_id = $1`, Args: []any{user.ID},
	}); err != nil {
		return err
	}
	for _, name := range user.signInNames() {
		made, err := ids(ctx, w,
			`INSERT INTO sign_in_names (name, user_id) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING RETURNING user_id`, name,
			user.ID)
		if err != nil {
			return err
		}
		if len(made) == 0 {
			return ErrNameInUse
		}
	}
	return nil
}

// namesLock is the advisory lock for writes of sign_in_names, so that
// RefreshNames on another server does not miss a user.
const namesLock = "users/names"

// DuplicateNamesError reports users that could sign in by the same name.
type DuplicateNamesError struct {
	Pairs []string // Such as `"Ann" (id 1) and "ann" (id 7)`.
}

// Error implements error.
func (e *DuplicateNamesError) Error() string {
	return "these users have names or email addresses that differ only by letter case: " + strings.Join(e.Pairs, "; ") +
		". Change one of each with the command user rename NAME NEW or user email NAME ADDRESS"
}

// RefreshNames updates sign_in_names if it does not match the table users, for
// example after an older version of the program or manual SQL has changed users.
// Errors: *DuplicateNamesError.
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

// names returns the IDs of users by sign-in name, computed from the table users,
// and whether sign_in_names is equal.
func names(ctx context.Context, r store.Reader) (wanted map[string]int64, current bool, err error) {
	users, err := accounts(ctx, r, selectUsers+` ORDER BY id`)
	if err != nil {
		return nil, false, err
	}
	wanted, holders := map[string]int64{}, map[string]User{}
	var same DuplicateNamesError
	for _, a := range users {
		for _, name := range a.signInNames() {
			if first, taken := holders[name]; taken {
				same.Pairs = append(same.Pairs, fmt.Sprintf("%s and %s", first.describe(), a.describe()))
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

// describe returns the user for a message.
func (u User) describe() string {
	if u.Email == "" {
		return fmt.Sprintf("%q (id %d)", u.Name, u.ID)
	}
	return fmt.Sprintf("%q (id %d, %s)", u.Name, u.ID, u.Email)
}
