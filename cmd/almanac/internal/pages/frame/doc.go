// Package frame has what all pages share: the request (Page) with its language and address, links,
// responses, the layout around the content, and the name and the look of the site.
package frame
