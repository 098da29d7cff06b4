package zoneinfo

import (
	_ "embed" // The rules.
	"sync"
)

// embedded is what `make zones` makes of the IANA's source; embedded.txt says of which.
//
//go:embed embedded.zip.zst
var embedded []byte

// embeddedSource is the source of the edition that the program brings along.
const embeddedSource = "embedded"

// Embedded returns the edition that the program brings along.
var Embedded = sync.OnceValue(func() *Rules {
	r, err := Open(embedded, embeddedSource)
	if err != nil {
		panic(err) // A test opens it, so that it is whole.
	}
	return r
})
