package storetest

import "testing"

func TestTheConnectionOfAdministrationIsKeptAndMadeAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("a server of its own is started")
	}
	s := NewServer(t)
	p, err := newPostgres(s.URL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.close() })
	kept := p.conn
	if err := p.create("one", "template0"); err != nil || p.conn != kept {
		t.Errorf("%v; the connection is another one: %t", err, p.conn != kept)
	}
	const others = " FROM pg_stat_activity WHERE datname = 'postgres' AND pid <> pg_backend_pid()"
	if err := s.Exec("SELECT pg_terminate_backend(pid, 10000)" + others); err != nil {
		t.Fatal(err)
	}
	if err := p.drop("one"); err != nil || p.conn == kept {
		t.Errorf("%v; the connection is the one that was ended: %t", err, p.conn == kept)
	}
}
