package auth

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"almanac/runtime/audit"
	"almanac/runtime/store"
)

// How long one-time links are valid.
const (
	InvitationLife = 7 * 24 * time.Hour
	LinkLife       = 24 * time.Hour
)

// firstAdministrator is the user of a link by which the first administrator is made.
const firstAdministrator = 0

// Links are one-time links of the desk: with one, a browser sets the password of a user, or
// makes the first administrator. Only the hash of their text is stored, and the text
// cannot be retrieved later.
type Links struct{ Users *Users }

// HasAdministrator reports whether an administrator has a password, and so can sign in to
// the desk.
func (u *Users) HasAdministrator(ctx context.Context) (bool, error) {
	return hasAdministrator(ctx, u.store.Reader())
}

// hasAdministrator is HasAdministrator, also in a transaction.
func hasAdministrator(ctx context.Context, r store.Reader) (bool, error) {
	found, err := ids(ctx, r, `SELECT id FROM users WHERE role = $1 AND password_hash <> '' LIMIT 1`,
		string(RoleAdministrator))
	if err != nil {
		return false, fmt.Errorf("look for an administrator: %w", err)
	}
	return len(found) > 0, nil
}

// First returns the text of a link by which the first administrator is made. Earlier ones
// become useless.
func (l Links) First(ctx context.Context) (text string, err error) {
	err = l.Users.store.RunInTx(ctx, func(_ context.Context, w store.Writer) error {
		text = l.add(w, firstAdministrator, LinkLife)
		return nil
	})
	if err != nil {
		return "", fmt.Errorf("make the link for the first administrator: %w", err)
	}
	return text, nil
}

// ForPassword returns the text of a link by which the named user sets a password. Earlier
// ones become useless; the password that the user has stays valid. Errors: ErrNotFound.
func (l Links) ForPassword(ctx context.Context, name string) (text string, err error) {
	u := l.Users
	err = u.changeUser(ctx, name, func(_ context.Context, w store.Writer, user User) error {
		u.recordAudit(w, audit.ActionLink, AuditUser, user.ID)
		text = l.add(w, user.ID, LinkLife)
		return nil
	})
	if err != nil {
		return "", fmt.Errorf("make a link for user %q: %w", name, err)
	}
	return text, nil
}

// Invite creates a user who has no password yet, with an e-mail address or "" for none,
// and returns the text of a link by which it is set. Errors: ErrNameInUse, ErrInvalidValue.
func (l Links) Invite(ctx context.Context, name, email string, role Role) (text string, err error) {
	u := l.Users
	err = cmp.Or(CheckName(name), CheckEmail(email), checkRole(role))
	if err == nil {
		err = u.inTx(ctx, func(ctx context.Context, w store.Writer) error {
			a, err := u.add(ctx, w, User{Name: name, Email: email, Role: role}, "")
			if err == nil {
				text = l.add(w, a.ID, InvitationLife)
			}
			return err
		})
	}
	if err != nil {
		return "", fmt.Errorf("invite user %q: %w", name, err)
	}
	return text, nil
}

// add adds a link of a user instead of earlier ones, and removes those that have expired.
func (l Links) add(w store.Writer, user int64, life time.Duration) string {
	text, u := newToken(), l.Users
	w.Queue(store.Statement{
		SQL: `DELETE FROM one_time_links WHERE user_id = $1 OR expires_utc <= $2`, Args: []any{user, timestamp(u.now())},
	})
	w.Queue(store.Statement{
		SQL:  `INSERT INTO one_time_links (sha256, user_id, expires_utc) VALUES ($1, $2, $3)`,
		Args: []any{tokenHash(text), user, u.now().Add(life).UTC().Format(time.DateTime)},
	})
	return text
}

// Find returns the user whose password a link sets, the zero User for a link that makes
// the first administrator. Errors: ErrInvalidToken for one that was used or has expired.
func (l Links) Find(ctx context.Context, text string) (User, error) {
	user, err := l.find(ctx, l.Users.store.Reader(), text)
	if err != nil {
		return User{}, fmt.Errorf("look up a link: %w", err)
	}
	return user, nil
}

// find is Find, also in a transaction.
func (l Links) find(ctx context.Context, r store.Reader, text string) (User, error) {
	found, err := ids(ctx, r, `SELECT user_id FROM one_time_links WHERE sha256 = $1 AND expires_utc > $2`, tokenHash(text),
		timestamp(l.Users.now()))
	switch {
	case err != nil:
		return User{}, err
	case len(found) == 0:
		return User{}, ErrInvalidToken
	case found[0] == firstAdministrator:
		// Nobody is first any more when a command has made an administrator meanwhile.
		has, err := hasAdministrator(ctx, r)
		if err == nil && has {
			err = ErrInvalidToken
		}
		return User{}, err
	}
	a, err := one(accounts(ctx, r, selectUsers+` WHERE id = $1`, found[0]))
	return a.User, err
}

// Use uses a link up: its user gets a password, and all sessions of the user end. A link
// of the first administrator creates one with the name and address of the given user,
// which other links ignore. Errors: ErrInvalidToken, ErrInvalidValue, ErrNameInUse.
func (l Links) Use(ctx context.Context, text string, first User, password string) (User, error) {
	u := l.Users
	// Before the password is hashed, which takes time that only owners of links get.
	user, err := l.Find(ctx, text)
	if err != nil {
		return User{}, err
	}
	hash, err := newHash(u.hasher, password)
	if err != nil {
		return User{}, fmt.Errorf("use a link: %w", err)
	}
	err = u.inTx(ctx, func(ctx context.Context, w store.Writer) error {
		user, err = l.find(ctx, w, text)
		if err != nil {
			return err
		}
		// Of two uses at once, the second finds no row to delete.
		used, err := ids(ctx, w, `DELETE FROM one_time_links WHERE sha256 = $1 RETURNING user_id`, tokenHash(text))
		switch {
		case err != nil:
			return err
		case len(used) == 0:
			return ErrInvalidToken
		case used[0] == firstAdministrator:
			user, err = u.addFirst(ctx, w, first, hash)
			return err
		}
		return u.setPassword(ctx, w, user, hash)
	})
	if err != nil {
		return User{}, fmt.Errorf("use a link: %w", err)
	}
	return user, nil
}

// addFirst adds the first administrator.
func (u *Users) addFirst(ctx context.Context, w store.Writer, first User, hash string) (User, error) {
	if err := cmp.Or(CheckName(first.Name), CheckEmail(first.Email)); err != nil {
		return User{}, err
	}
	a, err := u.add(ctx, w, User{Name: first.Name, Email: first.Email, Role: RoleAdministrator}, hash)
	return a.User, err
}
