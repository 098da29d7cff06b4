package transfer

import (
	"bytes"
	"testing"
)

func TestTextsThatDoNotFitIntoMemoryAreReadFromAFile(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	all := &texts{}
	t.Cleanup(all.close)
	const length = textsInMemory / 4
	var stored []storedText
	for i := range 8 {
		stored = append(stored, all.add(bytes.Repeat([]byte{byte('a' + i)}, length)))
	}
	for i, s := range stored {
		if got := s.load(); len(got) != length || got[0] != byte('a'+i) || got[length-1] != byte('a'+i) {
			t.Errorf("text %d has %d bytes, which begin with %.3q", i, len(got), got)
		}
	}
	if err := all.failure(); err != nil || all.file == nil {
		t.Fatalf("there is no file, or it fails: %v", err)
	}
	_ = all.file.Close()
	if got := stored[7].load(); got != nil || all.failure() == nil {
		t.Errorf("%d bytes come from a file that cannot be read, with the error %v", len(got), all.failure())
	}
	if got := stored[0].load(); len(got) != length {
		t.Errorf("%d bytes come from memory", len(got))
	}
}
