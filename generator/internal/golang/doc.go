// Package golang writes the Go code of each resource with jennifer: one function
// per generated file (EmitModel, EmitBody, EmitList, EmitView, EmitKind,
// EmitOperations), each split by declaration.  It knows import paths as text and
// nothing of SQL or documents.
package golang
