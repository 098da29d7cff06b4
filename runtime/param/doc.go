// Package param is the one place where the parameters of a request are merged
// and given types.  Read takes them from the JSON body, the form body and the
// query string; a Decoder turns them into typed values, one line a parameter,
// and collects every problem instead of stopping at the first.
//
// The package knows spellings (a[]=1&a[]=2, a=1,2, "3" for 3, yes for true).
// It does not know which parameters exist, who asks, or how an error is
// written: those belong to its callers.
//
// Decisions that the interface leaves open:
//
//   - An integer is written with plain digits and an optional minus.  1e1, 1.5,
//     3.0, +1 and blanks are refused, in JSON as in text.
//   - Text takes a JSON number as it was written, but no JSON boolean.
//   - A comma-separated text may hold blanks around and empty places between
//     its commas; the elements of a real list keep their blanks and commas.
//   - A list whose only element is "" is empty: forms say a[]= for that.  Beside
//     others such an element is left out, or refused where NonEmpty stands.
//   - In forms, the last of several spellings of one name wins (a[]=1&a=2 is
//     2), except that plain repetition (a=1&a=2) is a list for a list.
//   - Percent signs that encode nothing stand for themselves, as in PHP.
package param
