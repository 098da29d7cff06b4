// Package changefeed shows clients what changes, as each of them sees it: by pages, from where a client has read,
// and by streams, as it happens.
//
// A Message is a change of one record as a caller sees it.  A Feed reads the messages of a caller from the log of
// changes.  Streams read the log once for all clients that listen, and make each message once for all that see the
// same.  The package knows the form of messages, and nothing of HTTP.
package changefeed
