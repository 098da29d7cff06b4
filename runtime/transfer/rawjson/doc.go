// Package rawjson reads parts of JSON texts, and writes values as JSON. It knows
// nothing of records; package transfer says what the members mean.
package rawjson
