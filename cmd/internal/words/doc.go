// Package words has a test that rejects a short list of words in the names and
// comments of Go code, where a standard term exists. It runs by make check-words.
// Packages and documents are added to its lists when they use standard terms
// throughout.
package words
