// Package webhooks tells other systems of changes, by messages of Standard Webhooks
// (https://www.standardwebhooks.com).
//
// A Worker reads the log of changes and adds a delivery for each webhook that wants a message: it tells
// what an anonymous caller sees, so that a record which enters that view is created, and one which leaves
// it deleted. It sends the deliveries, retries each by itself, and keeps what the receivers replied.  A
// delivery waits for earlier ones of its webhook and record alone.
//
// The functions that have a request are the operations of the API on webhooks; who may call them is up
// to package httpapi.
package webhooks
