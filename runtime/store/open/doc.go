// Package open makes a store of a database URL.  It is the only package that
// chooses between the engines.
package open
