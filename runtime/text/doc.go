// Package text holds the pure functions over what people write: plain names,
// HTML descriptions, slugs, and search words.  It knows HTML, Unicode and the
// rules of the API for them; it refuses to know records, stores and
// requests, and it reads and writes nothing.
//
// Every function accepts any string: bytes that are no UTF-8 become U+FFFD, and
// control characters are dropped, NUL among them.
package text
