// Package series decides what a change of a series means for each of its dates, and reads the
// rows in which series are stored.
//
// An [Edit] is about several dates of a series: all, or one and those that follow it. Its
// methods return a [Plan]: what becomes of each date, which dates are added, and how the series
// repeats then. They run no SQL, and know the values of records by the names of their columns
// alone. Package mutate loads the records, checks permissions, and does what the plan says; a
// dry run returns the plan.
//
// The times of the template are those of the first date, as they are written. How long the others
// last follows from them by the clock (recurrence.Length), unless the row has an exact duration,
// which only an import sets. An edit that changes the length makes them end by the clock.
//
// What differs from the template of a series was changed for that date alone, and stays unless
// the edit replaces it.
package series
