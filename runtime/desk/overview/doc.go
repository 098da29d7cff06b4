// Package overview has the first page of the desk: what waits for review, what is unfinished, what
// comes next, and the form of a new draft.
package overview
