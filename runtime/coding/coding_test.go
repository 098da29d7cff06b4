package coding

import "testing"

func TestTheCodingIsTheOneThatTheClientWantsMost(t *testing.T) {
	for header, want := range map[string]Coding{
		"": Identity, "gzip": gzipped, "GZIP": gzipped, "zstd": zstandard, "gzip, deflate, br, zstd": zstandard, "br": Identity,
		"gzip;q=0": Identity, "gzip;q=0.5, zstd;q=0.4": gzipped, "*": gzipped, "*;q=0": Identity, "zstd;q=0, *": gzipped,
		"zstd, *": zstandard, "*, zstd;q=0.5": gzipped, "gzip;q=0, *": Identity, "*;q=0.5, identity": Identity, "identity;q=0": Identity,
		"identity;q=0, *": gzipped, "gzip;q=0.5, *;q=0": gzipped, "br, *;q=0.1": gzipped,
		"identity, gzip;q=0.5": Identity, "gzip;q=1.0, identity;q=0.5": gzipped, "x-gzip": gzipped, "gzip;q=nonsense": Identity, "gzip;level=3": Identity,
	} {
		if got := PreferredCoding([]string{header}); got != want {
			t.Errorf("%q: got %v, want %v", header, got, want)
		}
	}
	if got := PreferredCoding(nil); got != Identity {
		t.Errorf("no header: got %v", got)
	}
	if got := PreferredCoding([]string{"br", "gzip"}); got != gzipped {
		t.Errorf("two fields: got %v", got)
	}
}
