package client

import "embed"

// Files are the source files of this package, which the generator copies.
//
//go:embed *.go
var Files embed.FS
