// Package series decides what a change of a series means for each of its dates, and reads the
// rows in which series are stored.
//
// An [Edit] is about several dates of a series: all, or one and those that follow it. Its
// methods return a [Plan]: what becomes of each date, which dates are added, and how the series
// repeats then. They run no SQL, and know the values of records by the names of their columns
// alone. Package mutate loads the records, checks permissions, and does what the plan says; a
// dry run returns the plan.
//
// What differs from the template of a series was changed for that date alone, and stays unless
// the edit replaces it.
package series
