package cli

import (
	"context"
	"math"
	"runtime/debug"
	"testing"

	"github.com/urfave/cli/v3"

	"almanac/runtime/service"
)

func TestPicturesTakeWhatTheMemoryLimitLeaves(t *testing.T) {
	tests := []struct {
		name   string
		limit  int64 // GOMEMLIMIT.
		args   []string
		pixels int64
		memory int64 // MiB.
	}{
		{"no limit", math.MaxInt64, nil, 40_000_000, 620},
		{"88 MiB", 88 << 20, nil, 22_020_096, 50},
		{"88 MiB without a cache", 88 << 20, []string{"--cache", "0"}, 34_603_008, 74},
		{"136 MiB", 136 << 20, nil, 40_000_000, 98},
		{"little", 40 << 20, nil, 8_388_608, 24},
		{"much", 4 << 30, nil, 40_000_000, 620},
		{"what the operator says", 88 << 20, []string{"--max-pixels", "12000000"}, 12_000_000, 219},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			defer debug.SetMemoryLimit(debug.SetMemoryLimit(tt.limit))
			var config service.Config
			c := &cli.Command{Flags: append(limitFlags(), cacheFlags()...), Action: func(_ context.Context, c *cli.Command) error {
				if err := setCache(c, &config); err != nil {
					return err
				}
				return setPictures(c, &config)
			}}
			if err := c.Run(t.Context(), append([]string{"serve"}, tt.args...)); err != nil {
				t.Fatal(err)
			}
			if got := config.MediaLimits; got.Pixels != tt.pixels || got.DecodeBytes()>>20 != tt.memory {
				t.Errorf("got %d pixels and %d MiB", got.Pixels, got.DecodeBytes()>>20)
			}
		})
	}
}
