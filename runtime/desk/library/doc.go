// Package library has the pages about images.
package library
