// Package golang writes the Go code of each resource with jennifer: one function
// for each generated file (EmitRecord, EmitInput, EmitRoutes), each
// split by declaration. It knows import paths as text, and
// nothing of SQL or documents.
//
// Read inputshapes.go first: its table has the rules of each shape of field;
// response.go has that of each form of value in responses.
package golang
