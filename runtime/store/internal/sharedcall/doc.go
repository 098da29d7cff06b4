// Package sharedcall lets callers that ask the same thing at the same time share one
// call, without handing out a result from before they asked.
package sharedcall
