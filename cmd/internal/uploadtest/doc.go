// Package uploadtest tests images through HTTP: uploads, who may do what with them, and the
// files that are stored, in both media stores and on both databases.
package uploadtest
