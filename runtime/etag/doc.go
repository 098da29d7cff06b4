// Package etag makes entity tags and compares them with If-Match and
// If-None-Match (RFC 9110, sections 8.8.3 and 13.1).
package etag
