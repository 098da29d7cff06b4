// Package coding chooses the content coding of a response (RFC 9110, section
// 12.5.3) and compresses with gzip and zstd.
package coding
