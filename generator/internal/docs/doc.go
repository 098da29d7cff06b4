// Package docs writes the Markdown files docs/reference.md and
// docs/permissions.md from the model.
package docs
