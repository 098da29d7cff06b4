package runtime

import "testing"

func TestTheCodingIsTheOneThatTheClientWantsMost(t *testing.T) {
	for header, want := range map[string]coding{
		"": identity, "gzip": gzipped, "GZIP": gzipped, "zstd": zstandard, "gzip, deflate, br, zstd": zstandard, "br": identity,
		"gzip;q=0": identity, "gzip;q=0.5, zstd;q=0.4": gzipped, "*": zstandard, "*;q=0": identity, "zstd;q=0, *": gzipped,
		"identity, gzip;q=0.5": identity, "gzip;q=1.0, identity;q=0.5": gzipped, "x-gzip": gzipped, "gzip;q=nonsense": identity, "gzip;level=3": identity,
	} {
		if got := preferredCoding([]string{header}); got != want {
			t.Errorf("%q: got %v, want %v", header, got, want)
		}
	}
	if got := preferredCoding(nil); got != identity {
		t.Errorf("no header: got %v", got)
	}
	if got := preferredCoding([]string{"br", "gzip"}); got != gzipped {
		t.Errorf("two fields: got %v", got)
	}
}
