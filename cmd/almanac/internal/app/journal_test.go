package app_test

import (
	"bytes"
	"strings"
	"sync"
)

// journal is a log that a test reads; it is safe for concurrent use.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write adds to the log.
func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(p)
}

// lines returns the lines that have a text.
func (j *journal) lines(with string) []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	var list []string
	for line := range strings.Lines(j.text.String()) {
		if strings.Contains(line, with) {
			list = append(list, line)
		}
	}
	return list
}
