// Package param merges and converts the parameters of requests; no other package
// parses them. Read merges the JSON body, the form body and the query string; a
// Decoder converts them to typed values, one call per parameter, and collects
// every error instead of stopping at the first.  A Plan does that for all fields
// of an input type, as their tags say.
//
// Of Huma's tags a plan follows path, header, query, json, required, default (of
// fields that are no Opt), enum, minimum, maximum, maxLength, pattern, minItems,
// maxItems, and format where it is that of dates or decimals.  The tag rule adds
// what the document does not say, such as "nonempty,maxLength=1000":
//
//	nonempty, notnull    "" and empty lists are refused, or null
//	lenient              values that the document does not list are taken: any word for
//	                     an enum, any number above the maximum; what is not true is false
//	synonym=a:b          a is taken for b
//	digits=n, scale=n    those of a decimal: all, and after the point
//	minimum=n and the other names of Huma's tags
//
// The package knows the accepted forms (a[]=1&a[]=2, a=1,2, "3" for 3, yes for
// true). It does not know which parameters exist, the caller, or how an error is
// written.
//
// The forms in detail:
//
//   - An integer is written with plain digits and an optional minus.  1e1, 1.5,
//     3.0, +1 and blanks are rejected, in JSON as in text.
//   - Text takes a JSON number as it was written, but no JSON boolean.
//   - A comma-separated text may have blanks around its commas and empty elements
//     between them; the elements of a real list keep their blanks and commas.
//   - A list whose only element is "" is empty: forms send a[]= for that. Other
//     empty elements are ignored, or rejected with NonEmpty.
//   - In forms, the last of several forms of one name is used (a[]=1&a=2 is 2),
//     except that plain repetition (a=1&a=2) is a list for a list.
//   - Percent signs that encode nothing are literal, as in PHP.
package param
