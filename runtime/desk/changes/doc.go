// Package changes is about what changes records at once, without their forms: actions on several of them, moves
// to another day, decisions about what waits for review, and their undo. Of a series it asks which
// dates a write is about.
package changes
