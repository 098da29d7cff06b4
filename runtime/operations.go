package runtime

import (
	"net/http"

	"almanac/runtime/text"
)

// Success returns the status of a write that succeeds.
func (r *Request) Success() int {
	if r.creates() {
		return http.StatusCreated
	}
	return http.StatusOK
}

// creates reports whether the request is about a record that is not there yet:
// its path names none.
func (r *Request) creates() bool {
	return r.HTTP.PathValue("id") == "" && r.HTTP.PathValue("slug") == ""
}

// Location returns the address of the record that the request made, "" when it
// made none.
func (r *Request) Location(m Model) string {
	if !r.creates() {
		return ""
	}
	return (&View{Request: r}).RestURL(m.Kind(), m.Record().ID)
}

// sortKey returns the folded name of a record.
func sortKey(m Model) string { return text.SortKey(*m.DisplayName()) }
