// Package validate checks what a write sends without looking at any record, and
// notes what no record could take under the name of the field.
package validate
