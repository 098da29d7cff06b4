package records

import (
	"net/url"
	"strconv"

	"almanac/runtime/deployment"
	"almanac/runtime/desk"
	"almanac/runtime/model"
)

// addPages adds the links to the previous and the next page.
func (h *handler) addPages(p *listPage, asked url.Values, shown int64) {
	n := max(number(asked.Get("page")), 1)
	size := min(number(asked.Get("per_page")), deployment.MaxPerPage)
	if size == 0 {
		size = h.desk.Env.Deployment.DefaultPerPage
	}
	if shown > 0 {
		p.From = (n-1)*size + 1
		p.To = p.From + shown - 1
	}
	if n > 1 {
		p.Previous = h.urlWith(asked, "", "page", strconv.FormatInt(n-1, 10))
	}
	if p.To < p.Total && shown > 0 {
		p.Next = h.urlWith(asked, "", "page", strconv.FormatInt(n+1, 10))
	}
}

// addTabs adds a tab for each status, with how many records have it. It returns false
// after it has sent a page about a failure.
func (h *handler) addTabs(p *listPage, asked url.Values) bool {
	if !h.Post || !h.Permissions.CanReadNonPublic(desk.CallerOf(h.r.Context())) {
		return true
	}
	counts, err := h.desk.API.Records().CountByStatus(h.desk.API.Call(h.r.Context()), h.Resource)
	if err != nil {
		h.failed(err)
		return false
	}
	current, all := asked.Get("status"), int64(0)
	for status, count := range counts {
		if status != model.StatusTrash {
			all += count
		}
	}
	p.Tabs = append(p.Tabs, tab{Label: h.t("All"), URL: h.urlWith(url.Values{}, ""), Count: all, Current: current == ""})
	for _, status := range model.Statuses() {
		if counts[status] > 0 || status == current {
			p.Tabs = append(p.Tabs, tab{
				Label: h.t(statusWords[status]), URL: h.urlWith(url.Values{}, "", "status", status), Count: counts[status],
				Current: status == current,
			})
		}
	}
	return true
}
