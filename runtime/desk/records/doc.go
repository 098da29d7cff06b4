// Package records is the part of the desk where people list, write, check and publish records. It
// has the routes, and the templates, texts and styles, which its pages share:
//
//	records -> overview -> lists -> changes -> record
//	                    -> forms -> changes, library -> record
//
// Lists, filters, forms and labels follow from the resources; everything is read and written
// through the API, as the user who is signed in, so that the rules, the permissions and the texts
// of errors are those of the API.
package records
