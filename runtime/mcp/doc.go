// Package mcp serves programs with a language model, by the Model Context Protocol: tools for any number of
// resources, made from their descriptions. A tool checks names, which it knows more strictly than REST, and
// sends the request of the REST operation for the caller of the message (httpapi.API.Ask), so that
// permissions, validation, errors, limits and the audit are the same. It knows no SQL and no resource.
//
// New answers revision 2026-07-28 of the protocol, which has no sessions, and those with a handshake from
// 2025-06-18 on. Every message stands alone: nothing is kept between two.
package mcp
