package sqlite

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"almanac/runtime/store"
)

// pair is a transaction that has written and waits for its COMMIT, and one that goes on
// after it on the same connection.
type pair struct {
	engine  *engine
	path    string
	first   chan error // How the first ended.
	second  *transaction
	context context.Context
}

// newPair begins both; each has inserted a word.
func newPair(t *testing.T) *pair {
	t.Helper()
	s, path, _ := words(t)
	p := &pair{engine: s.Engine().(*engine), path: path, first: make(chan error, 1), context: t.Context()}
	first := &transaction{pool: p.engine.write}
	p.second = &transaction{pool: p.engine.write}
	p.insert(t, first, "first")
	shared := first.conn.share()
	first.pool.release(first.conn)
	p.insert(t, p.second, "second")
	go func() { p.first <- first.pool.commit(p.context, shared) }()
	if got := p.words(t); len(got) > 0 {
		t.Fatalf("readers see %q before the commit", got)
	}
	return p
}

func (p *pair) insert(t *testing.T, tx *transaction, word string) {
	t.Helper()
	if err := tx.Query(p.context, store.Statement{SQL: "INSERT INTO words VALUES($1)", Args: []any{word}}); err != nil {
		t.Fatal(err)
	}
}

// words returns what readers see.
func (p *pair) words(t *testing.T) (list []string) {
	t.Helper()
	err := p.engine.Query(p.context, store.Statement{SQL: "SELECT word FROM words ORDER BY word", ScanRow: func(row store.Row) error {
		var word string
		err := row.Scan(&word)
		list = append(list, word)
		return err
	}})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// requireWords fails unless readers see these.
func (p *pair) requireWords(t *testing.T, want ...string) {
	t.Helper()
	if got := p.words(t); !slices.Equal(got, want) {
		t.Errorf("readers see %q, want %q", got, want)
	}
}

func TestTransactionsThatShareACommitAreBothThere(t *testing.T) {
	p := newPair(t)
	if err := errors.Join(p.second.commit(p.context, store.Ending{}), <-p.first); err != nil {
		t.Fatal(err)
	}
	p.requireWords(t, "first", "second")
}

func TestWhatIsKeptBackForASharedCommitRunsInTheOrderOfTheTransactions(t *testing.T) {
	p := newPair(t)
	p.second.conn.share().add(atCommit("UPDATE words SET word = word || ' once'"))
	if err := errors.Join(p.second.commit(p.context, atCommit("UPDATE words SET word = word || ' twice'")), <-p.first); err != nil {
		t.Fatal(err)
	}
	p.requireWords(t, "first once twice", "second once twice")
}

func TestWhatIsKeptBackForASharedCommitUndoesAllWhenItFails(t *testing.T) {
	p := newPair(t)
	if err := p.second.commit(p.context, atCommit("UPDATE words SET word = abs(-9223372036854775808)")); err == nil {
		t.Error("the second was committed")
	}
	if err := <-p.first; err == nil {
		t.Error("the first was committed")
	}
	p.requireWords(t)
}

func TestATransactionThatFailsLeavesNothingToASharedCommit(t *testing.T) {
	p := newPair(t)
	own := errors.New("own")
	err := p.engine.Transact(p.context, func(context.Context, store.Transaction) (store.Ending, error) {
		return atCommit("INSERT INTO words VALUES('kept back')"), own
	})
	if err != own { //nolint:errorlint // The very error.
		t.Errorf("got %v, want its own error", err)
	}
	if err := errors.Join(p.second.commit(p.context, store.Ending{}), <-p.first); err != nil {
		t.Fatal(err)
	}
	p.requireWords(t, "first", "second")
}

// atCommit is the ending of a transaction that keeps a statement back for the COMMIT.
func atCommit(sql string) store.Ending {
	return store.Ending{AtCommit: []store.Statement{{SQL: sql}}}
}

func TestTheErrorOfOneTransactionLeavesTheOthersOfItsCommit(t *testing.T) {
	p := newPair(t)
	own := errors.New("own")
	if err := p.second.end(p.context, own); err != own { //nolint:errorlint // The very error.
		t.Errorf("the second got %v, want its own error", err)
	}
	if err := <-p.first; err != nil {
		t.Error(err)
	}
	p.requireWords(t, "first")
}

func TestACanceledTransactionLeavesTheOthersOfItsCommit(t *testing.T) {
	p := newPair(t)
	ctx, cancel := context.WithTimeout(p.context, time.Millisecond)
	defer cancel()
	err := p.second.Query(ctx, store.Statement{SQL: "INSERT INTO words WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500000) SELECT 'many' FROM n"})
	_ = p.second.end(p.context, err)
	if err := <-p.first; err != nil {
		t.Error(err)
	}
	p.requireWords(t, "first")
}

// TestTransactionsThatWereUndoneWithAnotherAreRepeated: SQLite may undo all that is not
// committed when a statement fails, for example on a full disk.
func TestTransactionsThatWereUndoneWithAnotherAreRepeated(t *testing.T) {
	p := newPair(t)
	if err := p.second.Script(p.context, "ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	own := errors.New("own")
	if err := p.second.end(p.context, own); err != own { //nolint:errorlint // The very error.
		t.Errorf("the second got %v, want its own error", err)
	}
	if err := <-p.first; store.ClassOf(err) != store.ClassBusy {
		t.Errorf("the first got %v, want an error after which it is repeated", err)
	}
	p.requireWords(t)
}

func TestABrokenConnectionUndoesAllThatShareItsCommit(t *testing.T) {
	p := newPair(t)
	p.second.conn.broken = true
	if err := p.second.commit(p.context, store.Ending{}); store.ClassOf(err) != store.ClassBusy {
		t.Errorf("the second got %v, want an error after which it is repeated", err)
	}
	if err := <-p.first; store.ClassOf(err) != store.ClassBusy {
		t.Errorf("the first got %v, want an error after which it is repeated", err)
	}
	p.requireWords(t)
}

// TestAnErrorThatMayRestOnOthersFailsWithTheirCommit: it may say that there is what never
// came to be.
func TestAnErrorThatMayRestOnOthersFailsWithTheirCommit(t *testing.T) {
	p := newPair(t)
	if err := os.Rename(p.path, p.path+".old"); err != nil {
		t.Skip("a file that is open cannot be moved here:", err)
	}
	if err := p.second.end(p.context, errors.New("there is a first")); !errors.Is(err, store.ErrFileMoved) {
		t.Errorf("the second got %v, want ErrFileMoved", err)
	}
	if err := <-p.first; !errors.Is(err, store.ErrFileMoved) {
		t.Errorf("the first got %v, want ErrFileMoved", err)
	}
	if err := os.Rename(p.path+".old", p.path); err != nil {
		t.Fatal(err)
	}
	if err := p.engine.Ping(p.context); err != nil {
		t.Fatal(err)
	}
	p.requireWords(t)
}

func TestWhatIsWrittenIsCommittedBeforeTheWriterDoesOtherThings(t *testing.T) {
	for name, next := range map[string]func(p *pair) error{
		"close": func(p *pair) error { return p.engine.write.close() },
		"migration": func(p *pair) error {
			return p.engine.Migration(p.context, func(context.Context, store.Transaction) error { return nil })
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, _, _ := words(t)
			p := &pair{engine: s.Engine().(*engine), context: t.Context()}
			first := &transaction{pool: p.engine.write}
			p.insert(t, first, "first")
			shared := first.conn.share()
			first.pool.release(first.conn)
			if err := errors.Join(next(p), first.pool.commit(p.context, shared)); err != nil {
				t.Fatal(err)
			}
			p.requireWords(t, "first")
		})
	}
}

// TestWritersThatWaitForEachOtherWriteAllOrNothing has eight writers at once, of whose
// transactions every third fails.
func TestWritersThatWaitForEachOtherWriteAllOrNothing(t *testing.T) {
	s, err := openStore(t.Context(), filepath.Join(t.TempDir(), "numbers.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	if err := insert(t.Context(), s, "CREATE TABLE numbers(n integer PRIMARY KEY)"); err != nil {
		t.Fatal(err)
	}
	const writers, each = 8, 60
	own := errors.New("own")
	var group sync.WaitGroup
	for writer := range writers {
		group.Go(func() {
			for i := range each {
				n := writer*each + i
				err := s.RunInTx(t.Context(), func(ctx context.Context, w store.Writer) error {
					if err := w.Query(ctx, store.Statement{SQL: "INSERT INTO numbers VALUES($1)", Args: []any{n}}); err != nil || n%3 > 0 {
						return err
					}
					return own
				})
				if failed := errors.Is(err, own); failed != (n%3 == 0) || err != nil && !failed {
					t.Errorf("number %d: %v", n, err)
				}
			}
		})
	}
	group.Wait()
	var all, wrong int
	err = s.Reader().Query(t.Context(), store.Statement{SQL: "SELECT count(*), count(*) FILTER (WHERE n % 3 = 0) FROM numbers", ScanRow: func(row store.Row) error {
		return row.Scan(&all, &wrong)
	}})
	if err != nil || all != writers*each*2/3 || wrong > 0 {
		t.Errorf("%d numbers, %d of them of transactions that failed; %v", all, wrong, err)
	}
}
