package resources

import "almanac/resources/dsl"

// API is the namespace and version of the API.  Raise the version to accept all
// breaking changes since the last release; clients move to its path when they
// are ready.
var API = dsl.API{
	Namespace: "calendar/events", Version: 1, Name: "almanac", Doc: "The records of a calendar", License: "MIT",
	HeaderPrefix: "X-TEC-",
	Changes:      dsl.Changes{Keep: "90 days"},
	PageSize:     "12 in deployment A, 10 in deployment B",
	Texts:        english,
	Forms:        forms,
	Translations: dsl.Translations{"de": german, "fr": french},
}
