// Package record is what the pages of the desk about records share: a record as the API shows it,
// its fields and what their inputs contain, labels, errors of the API, and the addresses of pages.
// An Exchange is one request to such a page. It knows no page.
package record
