// Package media stores files by name: in a directory or in a bucket of S3. A file is
// there whole or not at all.
//
// It knows nothing about what the files contain and which images they belong to.
package media
