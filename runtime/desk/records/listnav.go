package records

import (
	"net/url"
	"strconv"

	"almanac/runtime/deployment"
	"almanac/runtime/desk"
	"almanac/runtime/model"
)

// addPages adds the links to the neighbours of the page.
func (v *visit) addPages(p *listPage, asked url.Values, shown int64) {
	n := max(number(asked.Get("page")), 1)
	size := min(number(asked.Get("per_page")), deployment.MaxPerPage)
	if size == 0 {
		size = v.desk.Env.Deployment.DefaultPerPage
	}
	if shown > 0 {
		p.From = (n-1)*size + 1
		p.To = p.From + shown - 1
	}
	if n > 1 {
		p.Previous = v.urlWith(asked, "", "page", strconv.FormatInt(n-1, 10))
	}
	if p.To < p.Total && shown > 0 {
		p.Next = v.urlWith(asked, "", "page", strconv.FormatInt(n+1, 10))
	}
}

// addTabs adds a tab for each status, with how many records have it. It returns false
// after it has sent a page about a failure.
func (v *visit) addTabs(p *listPage, asked url.Values) bool {
	if !v.Post || !v.Permissions.CanReadNonPublic(desk.CallerOf(v.r.Context())) {
		return true
	}
	counts, err := v.desk.API.Records().CountByStatus(v.desk.API.Call(v.r.Context()), v.Resource)
	if err != nil {
		v.failed(err)
		return false
	}
	current, all := asked.Get("status"), int64(0)
	for status, count := range counts {
		if status != model.StatusTrash {
			all += count
		}
	}
	p.Tabs = append(p.Tabs, tab{Label: v.t("All"), URL: v.urlWith(url.Values{}, ""), Count: all, Current: current == ""})
	for _, status := range model.Statuses() {
		if counts[status] > 0 || status == current {
			p.Tabs = append(p.Tabs, tab{Label: v.t(statusWords[status]), URL: v.urlWith(url.Values{}, "", "status", status), Count: counts[status], Current: status == current})
		}
	}
	return true
}
