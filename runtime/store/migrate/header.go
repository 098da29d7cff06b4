package migrate

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// headerMark begins the lines that say what a migration does to existing rows.
const headerMark = "-- almanac:"

// header is what the lines at the beginning of a migration file say.
type header struct {
	additive bool     // Programs that do not know of the step work on.
	losses   []string // What data the step loses.
	rewrites []string // Tables that the step writes again, row by row.
}

// loses reports whether the step loses data.
func (h header) loses() bool { return len(h.losses) > 0 }

// loss returns in words what is lost, "" for nothing.
func (h header) loss() string { return strings.Join(h.losses, "; ") }

// readHeader reads the lines of headerMark before the first statement and
// returns the text without them.
func readHeader(text string) (h header, rest string, err error) {
	var body strings.Builder
	begun := false
	for line := range strings.Lines(text) {
		trimmed := strings.TrimSpace(line)
		content, marked := strings.CutPrefix(trimmed, headerMark)
		switch {
		case marked && begun:
			return h, "", fmt.Errorf("the line %q has to stand before the first statement", trimmed)
		case marked:
			if err := h.add(strings.TrimSpace(content)); err != nil {
				return h, "", fmt.Errorf("the line %q %w", trimmed, err)
			}
			continue
		case trimmed != "" && !strings.HasPrefix(trimmed, "--"):
			begun = true
		}
		body.WriteString(line)
	}
	return h, body.String(), nil
}

// add takes one line.
func (h *header) add(content string) error {
	word, rest, _ := strings.Cut(content, " ")
	rest = strings.TrimSpace(rest)
	switch word {
	case "additive":
		if rest != "" {
			return fmt.Errorf("says more than additive")
		}
		h.additive = true
	case "destructive":
		if rest == "" {
			return fmt.Errorf("does not say what is lost")
		}
		h.losses = append(h.losses, rest)
	case "rewrites":
		if rest == "" {
			return fmt.Errorf("does not name the table")
		}
		if !slices.Contains(h.rewrites, rest) {
			h.rewrites = append(h.rewrites, rest)
		}
	default:
		return fmt.Errorf("has to be additive, destructive or rewrites")
	}
	return nil
}

// transactionKeyword matches statements that would begin or end the transaction of a
// migration.
var transactionKeyword = regexp.MustCompile(`(?i)^(BEGIN|START\s+TRANSACTION|COMMIT|END|ROLLBACK)\b`)

// checkStatements returns an error when a statement cannot be part of a transaction.
func checkStatements(statements []string) error {
	for i, s := range statements {
		if word := transactionKeyword.FindString(s); word != "" {
			return fmt.Errorf("statement %d is %s, but a migration runs inside of a transaction that is made for it", i+1, word)
		}
	}
	return nil
}
