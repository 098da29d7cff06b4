package main

import (
	"os"
	"runtime/debug"
)

// relaxedGOGC is the value of GOGC if GOMEMLIMIT bounds the memory.
const relaxedGOGC = 400

// useMemory makes garbage collections rare if GOMEMLIMIT is set: below the limit,
// collecting earlier saves nothing.  A GOGC that is set stays.
func useMemory() {
	if os.Getenv("GOMEMLIMIT") != "" && os.Getenv("GOGC") == "" {
		debug.SetGCPercent(relaxedGOGC)
	}
}
