package postgres

import (
	"fmt"
	"strconv"
)

// walPosition is a place in the write-ahead log of a PostgreSQL cluster.  The
// timeline is raised by each promotion: a standby that did not follow one may be
// far in the log and yet lack what was written since.
type walPosition struct {
	timeline int64
	lsn      uint64 // 0 for no position.
}

// covers reports whether a server that has replayed p has all that was written
// before q.
func (p walPosition) covers(q walPosition) bool {
	return q.lsn != 0 && p.timeline == q.timeline && p.lsn >= q.lsn
}

// parseLSN reads what PostgreSQL prints of a type pg_lsn, such as 16/B374D848.
func parseLSN(text string) (uint64, error) {
	var high, low uint32
	if _, err := fmt.Sscanf(text, "%X/%X", &high, &low); err != nil {
		return 0, fmt.Errorf("%q is no position of a log: %w", text, err)
	}
	return uint64(high)<<32 | uint64(low), nil
}

// parseTimeline reads the timeline from the name of a segment of the log, whose
// first eight digits it is; 0 for no name.
func parseTimeline(segment string) (int64, error) {
	if segment == "" {
		return 0, nil
	}
	if len(segment) < 8 {
		return 0, fmt.Errorf("%q is no segment of a log", segment)
	}
	return strconv.ParseInt(segment[:8], 16, 64)
}
