package httpapi

// Listing is the response to a list request.
type Listing[V any] struct {
	Total int64  `header:"X-TEC-Total" doc:"Number of records on all pages"`
	Pages int64  `header:"X-TEC-TotalPages" doc:"Number of pages"`
	Link  string `header:"Link" doc:"Next and previous page (RFC 8288)"`
	Body  *V
}
