package auth

import (
	"context"
	"fmt"
	"strings"
	"time"

	"almanac/runtime/audit"
	"almanac/runtime/store"
)

// Limits of sessions. The time of the last use is written rarely, because each commit
// makes cached responses stale.
const (
	SessionIdle = 24 * time.Hour      // Without a request for so long, a session ends.
	SessionLife = 14 * 24 * time.Hour // A session ends at the latest.
	MaxSessions = 50                  // Of a user; another one ends the oldest.
	sessionStep = 5 * time.Minute     // Between two writes of the last use.
)

// Sessions are those of users who are signed in to the desk. The text of a session is
// the secret in the cookie of a browser; only its hash is stored.
type Sessions struct{ Users *Users }

// Session is a session that was found.
type Session struct {
	User User

	text string
	due  bool // The time of the last use has to be written.
}

// Caller returns the user of the session.
func (s Session) Caller() Caller { return s.User.Caller() }

// Begin starts a session and returns its text, which is always a new one. The session
// with the text former, which the browser had before, ends; "" for none. Errors:
// ErrNotFound if the user does not exist any more.
func (s Sessions) Begin(ctx context.Context, user User, former string) (text string, err error) {
	text = newToken()
	u := s.Users
	err = u.store.RunInTx(ctx, func(ctx context.Context, w store.Writer) error {
		idle, old := u.now().Add(-SessionIdle).UTC().Format(time.DateTime),
			u.now().Add(-SessionLife).UTC().Format(time.DateTime)
		w.Queue(store.Statement{
			SQL:  `DELETE FROM desk_sessions WHERE sha256 = $1 OR used_utc <= $2 OR created_utc <= $3`,
			Args: []any{tokenHash(former), idle, old},
		})
		err := u.changeIn(ctx, w, audit.ActionSignedIn, AuditUser,
			`INSERT INTO desk_sessions (sha256, user_id, created_utc, used_utc, address, browser)
SELECT $1, id, $2, $2, $4, $5 FROM users WHERE id = $3 RETURNING user_id`, tokenHash(text), timestamp(u.now()), user.ID,
			u.origin.Actor.Address, cutBrowser(u.origin.Browser))
		w.Queue(store.Statement{
			SQL: `DELETE FROM desk_sessions WHERE user_id = $1 AND sha256 <> $2 AND sha256 NOT IN (
SELECT sha256 FROM desk_sessions WHERE user_id = $1 AND sha256 <> $2
ORDER BY created_utc DESC, used_utc DESC, sha256 LIMIT $3)`,
			Args: []any{user.ID, tokenHash(text), MaxSessions - 1},
		})
		return err
	})
	if err != nil {
		return "", fmt.Errorf("begin session of user %d: %w", user.ID, err)
	}
	return text, nil
}

// Find returns a session with its user, who is read again each time: changes of users are
// effective at once. Errors: ErrInvalidToken for a session that does not exist or has ended.
func (s Sessions) Find(ctx context.Context, text string) (Session, error) {
	u := s.Users
	found := Session{text: text}
	var role, created, used string
	err := u.store.Reader().Query(ctx, store.Statement{
		SQL: `SELECT users.id, users.name, users.email, users.role, desk_sessions.created_utc, desk_sessions.used_utc
FROM desk_sessions JOIN users ON users.id = desk_sessions.user_id WHERE desk_sessions.sha256 = $1`,
		Args: []any{tokenHash(text)}, RunToCompletion: true,
		ScanRow: func(row store.Row) error {
			return row.Scan(&found.User.ID, &found.User.Name, &found.User.Email, &role, &created, &used)
		},
	})
	if err != nil {
		return Session{}, fmt.Errorf("look up session: %w", err)
	}
	if found.User.ID == 0 || !isLive(u.now(), parseTime(created), parseTime(used)) {
		return Session{}, ErrInvalidToken
	}
	found.User.Role, found.due = Role(role), !u.now().Before(parseTime(used).Add(sessionStep))
	return found, nil
}

// Use notes that a session is used, if that has not been written for five minutes.
func (s Sessions) Use(ctx context.Context, found Session) error {
	if !found.due {
		return nil
	}
	u := s.Users
	err := u.store.RunInTx(ctx, func(ctx context.Context, w store.Writer) error {
		_, err := w.Exec(ctx, store.Statement{
			SQL:  `UPDATE desk_sessions SET used_utc = $1 WHERE sha256 = $2`,
			Args: []any{timestamp(u.now()), tokenHash(found.text)},
		})
		return err
	})
	if err != nil {
		return fmt.Errorf("note the use of a session: %w", err)
	}
	return nil
}

// ListedSession is a session as its user sees it.
type ListedSession struct {
	ID      string // Names the session, and is not its text.
	Begun   time.Time
	Used    time.Time // To some minutes.
	Address string    // Of the client that signed in.
	Browser string    // User-Agent of that client, at most 300 bytes.
	Current bool      // It is that of the origin of the Users.
}

// List returns the sessions of a user that have not ended, the last used first.
func (s Sessions) List(ctx context.Context, user int64) ([]ListedSession, error) {
	u := s.Users
	var list []ListedSession
	err := u.store.Reader().Query(ctx, store.Statement{
		SQL: `SELECT sha256, created_utc, used_utc, address, browser FROM desk_sessions WHERE user_id = $1 ORDER BY ` +
			`used_utc DESC, created_utc DESC, sha256`,
		Args: []any{user},
		ScanRow: func(row store.Row) error {
			var one ListedSession
			var created, used string
			err := row.Scan(&one.ID, &created, &used, &one.Address, &one.Browser)
			one.Begun, one.Used, one.Current = parseTime(created), parseTime(used), one.ID == tokenHash(u.origin.Session)
			if isLive(u.now(), one.Begun, one.Used) {
				list = append(list, one)
			}
			return err
		},
	})
	if err != nil {
		return nil, fmt.Errorf("list sessions of user %d: %w", user, err)
	}
	return list, nil
}

// isLive reports whether a session that began and was used last at some times has not ended.
func isLive(now, begun, used time.Time) bool {
	return now.Before(used.Add(SessionIdle)) && now.Before(begun.Add(SessionLife))
}

// cutBrowser returns the beginning of a User-Agent as it is stored.
func cutBrowser(agent string) string {
	const most = 300
	return strings.ReplaceAll(strings.ToValidUTF8(agent[:min(len(agent), most)], ""), "\x00", "")
}

// EndOne ends the session of a user with the ID of a ListedSession. There need not be one.
func (s Sessions) EndOne(ctx context.Context, user int64, id string) error {
	return s.end(ctx, `DELETE FROM desk_sessions WHERE user_id = $1 AND sha256 = $2 RETURNING user_id`, user, id)
}

// End ends a session. There need not be one.
func (s Sessions) End(ctx context.Context, text string) error {
	return s.end(ctx, `DELETE FROM desk_sessions WHERE sha256 = $1 RETURNING user_id`, tokenHash(text))
}

// EndOthers ends all sessions of a user but that of the origin of the Users.
func (s Sessions) EndOthers(ctx context.Context, user int64) error {
	return s.end(ctx, endSessions+` RETURNING user_id`, user, tokenHash(s.Users.origin.Session))
}

// endSessions ends the sessions of a user but one.
const endSessions = `DELETE FROM desk_sessions WHERE user_id = $1 AND sha256 <> $2`

// end deletes sessions, by a statement that returns their users.
func (s Sessions) end(ctx context.Context, sql string, args ...any) error {
	err := s.Users.store.RunInTx(ctx, func(ctx context.Context, w store.Writer) error {
		users, err := ids(ctx, w, sql, args...)
		s.Users.recordAudit(w, audit.ActionSignedOut, AuditUser, users...)
		return err
	})
	if err != nil {
		return fmt.Errorf("end sessions: %w", err)
	}
	return nil
}

// endAccess ends the sessions of a user, but that of the origin, and makes the user's
// links useless, in the transaction w of a new password or a removal.
func (u *Users) endAccess(w store.Writer, user int64) {
	w.Queue(store.Statement{SQL: endSessions, Args: []any{user, tokenHash(u.origin.Session)}})
	w.Queue(store.Statement{SQL: `DELETE FROM one_time_links WHERE user_id = $1`, Args: []any{user}})
}
