// Package idempotency has a write with an Idempotency-Key happen once: its response is
// kept in the transaction of the write, and given again to the same user's same key
// (draft-ietf-httpapi-idempotency-key-header).  Writes that failed changed nothing and
// are not kept, so that they can be tried again with the key.
//
// It does not know what is written.
package idempotency
