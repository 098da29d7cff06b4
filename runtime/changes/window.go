package changes

import (
	"context"

	"github.com/uptrace/bun"

	"almanac/runtime/audit"
	"almanac/runtime/store"
)

// Window is a part of the log: what came after one point, and not after another.
type Window struct{ From, To Point }

// Entries returns the entries of the window after a position, in the order of the log, and whether there are more.
// They are up to a number, and more where one change has more: a change is never divided.
func (w Window) Entries(
	ctx context.Context, s *store.Store, r store.Reader, after audit.Position, limit int,
) (list []audit.Entry, more bool, err error) {
	for n := limit; ; n *= 4 {
		var args store.Args
		within := bun.SafeQuery("? AND ?", w.From.after(s, &args), w.To.reached(s, &args))
		list, err = audit.Matching(ctx, s, r, &args, within, after, int64(n)+1)
		if err != nil || len(list) <= limit {
			return list, false, err
		}
		if end := wholeChanges(list, limit); end > 0 {
			return list[:end], true, nil
		}
		if len(list) <= n {
			return list, false, nil
		}
	}
}

// wholeChanges returns how many entries at the beginning are those of whole changes: up to a number, or those of the
// first change. It is 0 where that may have more entries than there are.
func wholeChanges(list []audit.Entry, limit int) int {
	ends := func(i int) bool { return list[i-1].Change == "" || list[i-1].Change != list[i].Change }
	for end := limit; end > 0; end-- {
		if ends(end) {
			return end
		}
	}
	for end := limit + 1; end < len(list); end++ {
		if ends(end) {
			return end
		}
	}
	return 0
}
