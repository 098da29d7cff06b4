package events

import (
	"almanac/cmd/almanac/internal/pages/frame"
)

// Pager returns the links to the previous and the next page.
func Pager(
	t *frame.Translation, page, pages int64, link func(int64) string,
) (previous, next frame.Choice, position string) {
	if page > 1 {
		previous = frame.Choice{Text: t.Text("Previous page"), Href: link(page - 1)}
	}
	if page < pages {
		next = frame.Choice{Text: t.Text("Next page"), Href: link(page + 1)}
	}
	if pages > 1 {
		position = t.Text("Page %d of %d", page, pages)
	}
	return previous, next, position
}
