package lists

import (
	"net/url"
	"strconv"

	"almanac/runtime/desk/record"
)

// pageSizes are the numbers of records a page that people choose from. The first is the usual
// one, the last the maximum.
var pageSizes = []int64{25, 50, 100}

// pageSize returns how many records a page of a list has.
func pageSize(asked url.Values) int64 {
	size := record.Number(asked.Get("per_page"))
	if size < 1 {
		return pageSizes[0]
	}
	return min(size, pageSizes[len(pageSizes)-1])
}

// addPages adds the links to the previous and the next page, and to pages of other sizes.
func addPages(x *record.Exchange, p *listPage, asked url.Values, shown int64) {
	n, size := max(record.Number(asked.Get("page")), 1), pageSize(asked)
	if shown > 0 {
		p.From = (n-1)*size + 1
		p.To = p.From + shown - 1
	}
	if n > 1 {
		p.Previous = x.URLWith(asked, "", "page", strconv.FormatInt(n-1, 10))
	}
	if p.To < p.Total && shown > 0 {
		p.Next = x.URLWith(asked, "", "page", strconv.FormatInt(n+1, 10))
	}
	for i, size := range pageSizes {
		if i == 0 || p.Total > pageSizes[i-1] {
			label := strconv.FormatInt(size, 10)
			p.Sizes = append(p.Sizes, Tab{
				Label: label, URL: x.URLWith(asked, "", "per_page", label, "page", ""), Current: size == pageSize(asked),
			})
		}
	}
	if len(p.Sizes) == 1 {
		p.Sizes = nil
	}
}
