package model

// Service is what a service says about itself, by its description.
type Service struct {
	Name    string // In sign-in and logs: "almanac".
	Title   string // Of the OpenAPI document.
	Version string // Of the API.
	Doc     string // What the resources are, without a period.
	License string // SPDX identifier, "" for none.
	Strict  bool   // Requests that send names which no operation has are refused.

	// Translations are texts about resources in other languages, by language and English text.
	Translations map[string]map[string]string

	TotalHeader, PagesHeader string // Response headers of lists: the number of records on all pages, and of pages.
}
