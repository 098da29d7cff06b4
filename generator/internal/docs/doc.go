// Package docs writes the Markdown files docs/reference.md and
// docs/permissions.md from the model, and docs/errors.md from the sources of
// runtime, which it reads as text.  It knows the form of these pages and nothing
// of the code that the generator writes.
package docs
