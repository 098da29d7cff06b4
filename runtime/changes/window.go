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
		if err != nil || len(list) <= n {
			return list, false, err
		}
		end := n
		for end > 0 && list[end].Change != "" && list[end].Change == list[end-1].Change {
			end--
		}
		if end > 0 {
			return list[:end], true, nil
		}
	}
}
