// Package forms has the forms of records: links, pictures, how a record repeats, previews, copies,
// and the merge of what two people have changed.
package forms
