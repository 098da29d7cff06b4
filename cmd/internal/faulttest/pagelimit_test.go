package faulttest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"almanac/cmd/internal/deployments"
	"almanac/generated"
	"almanac/runtime/service"
	"almanac/runtime/store"
)

// TestTheFileMayNotGrow limits the pages of an SQLite file, which is the nearest
// thing to a full disk where no small file system can be mounted.  The limit
// belongs to a connection, so the service runs in this process.
func TestTheFileMayNotGrow(t *testing.T) {
	url := onDisk(t)
	a, err := service.Open(t.Context(), generated.Service(), service.Config{Database: url, Deployment: deployments.B(), Open: true, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(a.Handler())
	s := newStorm(t, 2*time.Millisecond, server.URL+deployments.B().APIPath())
	s.begin(writers, readers)
	begin := time.Now()
	time.Sleep(lasting(2 * time.Second))
	held := rate(int(s.acknowledged.Load()), time.Since(begin))
	limit(t, a.Store, 1) // Of what it has already.
	time.Sleep(lasting(time.Second))
	s.mark()
	time.Sleep(lasting(2 * time.Second))
	got := s.mark()
	if got.writes[http.StatusInsufficientStorage] == 0 || got.reads[http.StatusOK] == 0 || len(got.reads) != 1 {
		t.Errorf("writes %v, reads %v", got.writes, got.reads)
	}
	limit(t, a.Store, 1<<30)
	recovery, err := s.recovered(time.Now(), recoveryLimit)
	if err != nil {
		t.Error(err)
	}
	s.stop()
	server.Close()
	if err := a.Close(); err != nil {
		t.Error(err)
	}
	table.add(row{
		fault: "page limit (stands for a full disk)", store: "SQLite", load: held,
		acknowledged: int(s.acknowledged.Load()), lost: s.check(url), recovery: recovery.Round(time.Millisecond).String(),
	})
	s.faultless()
}

// limit sets how many pages a file may have; one that has more keeps them.  The limit
// holds at once, even when there is no space for writes that share the commit.
func limit(t *testing.T, s *store.Store, pages int) {
	t.Helper()
	err := s.RunInTx(t.Context(), func(ctx context.Context, w store.Writer) error {
		return w.Query(ctx, store.Statement{SQL: fmt.Sprintf("PRAGMA max_page_count = %d", pages)})
	})
	if err != nil && !errors.Is(err, store.ErrFull) {
		t.Error(err)
	}
}
