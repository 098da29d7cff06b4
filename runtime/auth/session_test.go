package auth

import (
	"errors"
	"testing"
	"time"

	"almanac/runtime/audit"
)

func signIn(t *testing.T, w world, name string) (Sessions, User, string) {
	t.Helper()
	user, err := w.Add(t.Context(), name, "", RoleEditor, secret)
	if err != nil {
		t.Fatal(err)
	}
	s := Sessions{Users: w.Users}
	text, err := s.Begin(t.Context(), user, "")
	if err != nil {
		t.Fatal(err)
	}
	return s, user, text
}

func ended(t *testing.T, s Sessions, text string) bool {
	t.Helper()
	_, err := s.Find(t.Context(), text)
	if err != nil && !errors.Is(err, ErrInvalidToken) {
		t.Fatal(err)
	}
	return err != nil
}

func TestASessionEndsWhenItIsNotUsedAndAtTheLatestAfterItsLife(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		s, user, text := signIn(t, w, "ed")
		found, err := s.Find(t.Context(), text)
		if err != nil || found.User.ID != user.ID || found.Caller().Role != RoleEditor {
			t.Fatalf("%+v, %v", found, err)
		}
		_, _, idle := signIn(t, w, "idle")
		begun := w.clock.now()
		for !ended(t, s, text) {
			found, err := s.Find(t.Context(), text)
			if err := errors.Join(err, s.Use(t.Context(), found)); err != nil {
				t.Fatal(err)
			}
			w.clock.pass(SessionIdle - time.Second)
		}
		if lasted := w.clock.now().Sub(begun); lasted < SessionLife || lasted >= SessionLife+SessionIdle {
			t.Errorf("a session that is used lasts %v", lasted)
		}
		w.clock.pass(begun.Add(SessionIdle - time.Second).Sub(w.clock.now()))
		if ended(t, s, idle) {
			t.Error("a session ends too early")
		}
		w.clock.pass(time.Second)
		if !ended(t, s, idle) {
			t.Error("a session that nobody uses goes on")
		}
		if !ended(t, s, "alm_unknown") || !ended(t, s, "") {
			t.Error("a session goes on that never began")
		}
	})
}

func TestTheUseOfASessionIsWrittenEveryFiveMinutesAtMost(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		s, _, text := signIn(t, w, "ed")
		for _, tt := range []struct {
			pass time.Duration
			due  bool
		}{{0, false}, {sessionStep - time.Second, false}, {time.Second, true}, {time.Minute, false}, {sessionStep, true}} {
			w.clock.pass(tt.pass)
			found, err := s.Find(t.Context(), text)
			if err != nil || found.due != tt.due {
				t.Errorf("after %v: due %v, %v", tt.pass, found.due, err)
			}
			if err := s.Use(t.Context(), found); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func TestWhatEndsSessions(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		s, user, first := signIn(t, w, "ed")
		_, _, other := signIn(t, w, "ada")
		begin := func(former string) string {
			text, err := s.Begin(t.Context(), user, former)
			if err != nil {
				t.Fatal(err)
			}
			return text
		}
		second := begin(first)
		third := begin("")
		if !ended(t, s, first) || ended(t, s, second) || first == second {
			t.Error("a new session leaves the former one of the browser, or ends others")
		}
		own := w.From(Origin{Session: third})
		if err := (Sessions{Users: own}).EndOthers(t.Context(), user.ID); err != nil {
			t.Fatal(err)
		}
		if !ended(t, s, second) || ended(t, s, third) {
			t.Error("not exactly the other sessions end")
		}
		fourth := begin("")
		if err := own.SetPassword(t.Context(), "ed", "another password"); err != nil {
			t.Fatal(err)
		}
		if !ended(t, s, fourth) || ended(t, s, third) {
			t.Error("a new password does not end exactly the other sessions")
		}
		if err := w.SetRole(t.Context(), "ed", RoleAuthor); err != nil {
			t.Fatal(err)
		}
		if found, err := s.Find(t.Context(), third); err != nil || found.User.Role != RoleAuthor {
			t.Errorf("after a change of role: %+v, %v", found, err)
		}
		if err := w.Remove(t.Context(), "ed"); err != nil {
			t.Fatal(err)
		}
		if !ended(t, s, third) {
			t.Error("a removed user is signed in")
		}
		if _, err := s.Begin(t.Context(), user, ""); !errors.Is(err, ErrNotFound) {
			t.Errorf("a session of a removed user: %v", err)
		}
		if err := s.End(t.Context(), other); err != nil || !ended(t, s, other) {
			t.Errorf("a session was not ended: %v", err)
		}
	})
}

func TestALinkSetsOnePasswordOnce(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		s, user, session := signIn(t, w, "ed")
		l := Links{Users: w.Users}
		earlier, err := l.ForPassword(ctx, "ED")
		if err != nil {
			t.Fatal(err)
		}
		link, err := l.ForPassword(ctx, "ed")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := l.Find(ctx, earlier); !errors.Is(err, ErrInvalidToken) {
			t.Errorf("an earlier link: %v", err)
		}
		if _, err := l.Use(ctx, link, User{}, "short"); !errors.Is(err, ErrInvalidValue) {
			t.Errorf("a short password: %v", err)
		}
		if found, err := l.Find(ctx, link); err != nil || found.ID != user.ID || ended(t, s, session) {
			t.Errorf("before its use: %+v, %v", found, err)
		}
		if used, err := l.Use(ctx, link, User{Name: "other"}, "a new password"); err != nil || used.ID != user.ID {
			t.Fatalf("%+v, %v", used, err)
		}
		if _, err := l.Use(ctx, link, User{}, "a third password"); !errors.Is(err, ErrInvalidToken) {
			t.Errorf("a link that was used: %v", err)
		}
		if _, err := w.SignIn(ctx, "ed", "a new password", "client"); err != nil || !ended(t, s, session) {
			t.Errorf("the password is not the new one, or a session goes on: %v", err)
		}
		link, err = l.ForPassword(ctx, "ed")
		if err != nil {
			t.Fatal(err)
		}
		w.clock.pass(LinkLife)
		if _, err := l.Find(ctx, link); !errors.Is(err, ErrInvalidToken) {
			t.Errorf("a link that has expired: %v", err)
		}
		if _, err := l.ForPassword(ctx, "nobody"); !errors.Is(err, ErrNotFound) {
			t.Errorf("a link for nobody: %v", err)
		}
	})
}

func TestTheFirstAdministratorIsMadeByALink(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		l := Links{Users: w.Users}
		if _, err := w.EnsureFirstUser(ctx); err != nil {
			t.Fatal(err)
		}
		if has, err := w.HasAdministrator(ctx); has || err != nil {
			t.Errorf("an administrator without a password can sign in: %v", err)
		}
		link, err := l.First(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := l.Use(ctx, link, User{Name: "a:b"}, secret); !errors.Is(err, ErrInvalidValue) {
			t.Errorf("a name with a colon: %v", err)
		}
		made, err := l.Use(ctx, link, User{Name: "admin", Email: "ada@example.org"}, secret)
		if err != nil || made.Role != RoleAdministrator || made.ID != 1 || made.Email != "ada@example.org" {
			t.Fatalf("%+v, %v", made, err)
		}
		if has, err := w.HasAdministrator(ctx); !has || err != nil {
			t.Errorf("no administrator: %v", err)
		}
		if _, err := l.Find(ctx, link); !errors.Is(err, ErrInvalidToken) {
			t.Errorf("a link that was used: %v", err)
		}
	})
}

func TestTheLinkOfTheFirstAdministratorEndsWithAnotherOne(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		l := Links{Users: w.Users}
		link, err := l.First(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := l.Find(ctx, link); err != nil {
			t.Errorf("before: %v", err)
		}
		if _, err := w.Add(ctx, "ada", "", RoleAdministrator, secret); err != nil {
			t.Fatal(err)
		}
		if _, err := l.Find(ctx, link); !errors.Is(err, ErrInvalidToken) {
			t.Errorf("the link is still shown: %v", err)
		}
		if _, err := l.Use(ctx, link, User{Name: "eve"}, secret); !errors.Is(err, ErrInvalidToken) {
			t.Errorf("the link still makes an administrator: %v", err)
		}
	})
}

func TestAChangeOfAFormIsMadeOnce(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		actor := audit.Actor{User: 7, Name: "ada", Address: "192.0.2.1"}
		form := w.From(Origin{Actor: actor, Form: "one"})
		if done, err := form.IsRepeated(ctx); done || err != nil {
			t.Fatalf("before: %v, %v", done, err)
		}
		if _, err := (Links{Users: form}).Invite(ctx, "ed", "", RoleAuthor); err != nil {
			t.Fatal(err)
		}
		if _, err := (Links{Users: form}).Invite(ctx, "eve", "", RoleAuthor); !errors.Is(err, ErrRepeated) {
			t.Errorf("again: %v", err)
		}
		if done, err := form.IsRepeated(ctx); !done || err != nil {
			t.Fatalf("after: %v, %v", done, err)
		}
		if _, err := w.From(Origin{Actor: actor, Form: "two"}).CreateToken(ctx, "ed", "script", time.Time{}); err != nil {
			t.Errorf("another form: %v", err)
		}
		if _, err := w.Find(ctx, "eve"); !errors.Is(err, ErrNotFound) {
			t.Errorf("the second user: %v", err)
		}
	})
}

func TestAnotherSessionThanTheFiftiethEndsTheOldest(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		s, user, first := signIn(t, w, "ed")
		_, _, other := signIn(t, w, "eve")
		var second, last string
		for i := range MaxSessions {
			w.clock.pass(time.Minute)
			text, err := s.Begin(t.Context(), user, "")
			if err != nil {
				t.Fatal(err)
			}
			if i == 0 {
				second = text
			}
			last = text
		}
		list, err := s.List(t.Context(), user.ID)
		if err != nil || len(list) != MaxSessions {
			t.Errorf("%d sessions, %v, want %d", len(list), err, MaxSessions)
		}
		if !ended(t, s, first) || ended(t, s, second) || ended(t, s, last) || ended(t, s, other) {
			t.Error("another session than the oldest has ended")
		}
	})
}
