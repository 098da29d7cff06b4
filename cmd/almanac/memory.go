package main

import (
	"os"
	"runtime/debug"
)

// relaxedGOGC is how much, in percent of what is in use, memory may grow between
// two collections where a limit bounds it.
const relaxedGOGC = 400

// useMemory has garbage collected seldom when GOMEMLIMIT says how much memory
// there is: as long as that is not reached, collecting sooner saves nothing.
// Whoever sets GOGC has said otherwise.
func useMemory() {
	if os.Getenv("GOMEMLIMIT") != "" && os.Getenv("GOGC") == "" {
		debug.SetGCPercent(relaxedGOGC)
	}
}
