// Package undo decides how a change is taken back: what happens to each record that it has written,
// and which records are in the way because they were changed since.  It reads and writes nothing;
// package mutate asks it and applies the plan.
package undo
