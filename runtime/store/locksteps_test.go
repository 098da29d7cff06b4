package store

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// someNames draws names of a few spaces.
func someNames(t *rapid.T, label string) []LockName {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) LockName {
		return LockName{rapid.SampledFrom([]string{"tags", "venues"}).Draw(t, "space"), rapid.StringMatching(`[a-z]{1,2}`).Draw(t, "name")}
	}), 0, 60).Draw(t, label)
}

func TestAllTakeTheirLocksInOneOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first, _ := lockOrder(16, someNames(t, "first"))
		second, _ := lockOrder(16, someNames(t, "second"))
		at := 0
		for _, key := range first {
			i := slices.Index(second, key)
			if i < 0 {
				continue
			}
			if i < at {
				t.Fatalf("%q is taken in another order: %q, %q", key, first, second)
			}
			at = i
		}
	})
}

func TestWhoTakesANameExcludesWhoTakesItsPart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := someNames(t, "names")
		keys, modes := lockOrder(16, names)
		for _, space := range []string{"tags", "venues"} {
			n := 0
			for _, key := range keys {
				if strings.HasPrefix(key, space+"/") || strings.HasSuffix(key, " of "+space) {
					n++
				}
			}
			if n > lockParts {
				t.Fatalf("%d locks on %s", n, space)
			}
		}
		for _, name := range names {
			part := slices.Index(keys, name.partKey())
			own := slices.Index(keys, name.key())
			switch {
			case part < 0 || own >= 0 && own < part:
				t.Fatalf("the part of %v is not locked before it: %q", name, keys)
			case own < 0 && modes[part] != lockAlone, own >= 0 && (modes[part] != lockShared || modes[own] != lockAlone):
				t.Fatalf("%v is locked in the wrong way: %q, %v", name, keys, modes)
			}
		}
	})
}
