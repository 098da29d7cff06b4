package transfer

import (
	"encoding/json"
	"fmt"
	"os"
	"sync"
)

// textsInMemory is up to how many bytes texts are kept in memory.
const textsInMemory = 16 << 20

// texts holds the texts of records: the first ones in memory, all others in a
// temporary file, for there may be more of them than fit into memory.  It is safe for
// concurrent use.
type texts struct {
	mu    sync.Mutex
	first []byte
	file  *os.File // Nil while all fit into memory.
	end   int64    // Of the file.
	err   error    // First failure of the file.
}

// storedText is where a text is; the zero value is no text.
type storedText struct {
	in     *texts
	at     int64 // In first, or in the file when that is set.
	length int
	inFile bool
}

func (t *texts) add(text []byte) storedText {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.first)+len(text) <= textsInMemory {
		at := int64(len(t.first))
		t.first = append(t.first, text...)
		return storedText{in: t, at: at, length: len(text)}
	}
	if t.file == nil && t.err == nil {
		t.file, t.err = os.CreateTemp("", "almanac-import-*")
	}
	at := t.end
	if t.err == nil {
		_, t.err = t.file.WriteAt(text, at)
	}
	t.end += int64(len(text))
	return storedText{in: t, at: at, length: len(text), inFile: true}
}

// load returns the text, nil for none and after a failure.
func (s storedText) load() json.RawMessage {
	if s.in == nil {
		return nil
	}
	s.in.mu.Lock()
	defer s.in.mu.Unlock()
	if !s.inFile {
		end := s.at + int64(s.length)
		return s.in.first[s.at:end:end]
	}
	text := make([]byte, s.length)
	if s.in.err == nil {
		_, s.in.err = s.in.file.ReadAt(text, s.at)
	}
	if s.in.err != nil {
		return nil
	}
	return text
}

// failure returns why texts could not be stored or read, nil if all could.
func (t *texts) failure() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.err == nil {
		return nil
	}
	return fmt.Errorf("store what was read in a temporary file (set TMPDIR to a directory with more space): %w", t.err)
}

// close removes the file.
func (t *texts) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.file != nil {
		_, _ = t.file.Close(), os.Remove(t.file.Name()) // Nobody needs it any more.
	}
}
