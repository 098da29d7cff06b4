// Package param merges and converts the parameters of requests; no other package
// parses them. Read merges the JSON body, the form body and the query string; a
// Decoder converts them to typed values, one call per parameter, and collects
// every error instead of stopping at the first.
//
// The package knows the accepted forms (a[]=1&a[]=2, a=1,2, "3" for 3, yes for
// true). It does not know which parameters exist, the caller, or how an error is
// written.
//
// Decisions that the contract leaves open:
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
