// Package app has what makes the calendar of a service: its pages, and the hooks of
// the program. Its tests are those of the whole service.
package app
