// Package telemetry has the log, metrics, traces and admin listener of a running
// server.  The hooks of runtime/httpapi and runtime/store call it for each request
// and each database call.  It knows no records and no flags.
package telemetry
