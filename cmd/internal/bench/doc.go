// Package bench measures the service over real HTTP on both stores, with a
// data set of the size of a large site.  The benchmarks are in its test files;
// beside them it holds the data set and its loader, which writes rows without
// going through the interface, as twenty thousand creates would take minutes.
package bench
