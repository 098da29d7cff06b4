// Package decimal reads and writes exact decimal numbers, which are stored as whole
// numbers of their smallest unit: 12.50 with a scale of 2 is 1250.
package decimal
