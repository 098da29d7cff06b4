package main

import (
	"github.com/dustin/go-humanize"
	"github.com/urfave/cli/v3"

	"almanac/cmd/internal/app"
)

// minCacheBytes is the minimum size of a cache; a smaller one has room for a few
// pages only.
const minCacheBytes = 1 << 20

// cacheFlags are the flags of the response cache.
func cacheFlags() []cli.Flag {
	return []cli.Flag{
		text("cache", humanize.IBytes(app.DefaultCache), "`BYTES` of memory for answers that are given again as long as nothing was written, such as 24MiB; 0 to keep none"),
	}
}

// setCache reads the flags of the response cache.
func setCache(c *cli.Command, config *app.Config) error {
	size, err := humanize.ParseBytes(c.String("cache"))
	switch {
	case err != nil || size > 1<<40:
		return invalidSetting("cache", "must be a size such as 24MiB, or 0 to keep nothing, not %q", c.String("cache"))
	case size == 0:
		config.Cache = -1
	case size < minCacheBytes:
		return invalidSetting("cache", "must be 1MiB or more, or 0 to keep nothing, not %q", c.String("cache"))
	default:
		config.Cache = int64(size)
	}
	return nil
}
