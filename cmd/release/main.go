// Command release builds what is handed out: for every platform an archive with
// the program, and SHA256SUMS over all of them.  The same commit and the same
// Go give the same bytes, on any machine and in any folder: the program is built
// by `make build`, every file of an archive carries the time of the commit, and
// nothing else about the machine is written down.  Freezing the interface is
// not its business; that is `make freeze`.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
)

func main() {
	platforms := flag.String("platforms", "linux/amd64,linux/arm64,darwin/amd64,darwin/arm64,windows/amd64,windows/arm64",
		"systems and processors to build for, comma-separated")
	out := flag.String("out", "dist", "folder for the archives; those of earlier releases are removed from it")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, strings.Split(*platforms, ","), *out, os.Stderr)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// run builds and packs every platform and writes the checksums last, so that a
// folder which has them is complete.
func run(ctx context.Context, platforms []string, out string, says io.Writer) (err error) {
	if err := empty(out); err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "almanac-release-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	for _, name := range platforms {
		p, err := parsePlatform(name)
		if err != nil {
			return err
		}
		b, err := build(ctx, p, work)
		if err != nil {
			return fmt.Errorf("build for %s: %w", p, err)
		}
		archive, err := pack(b, out)
		if err != nil {
			return fmt.Errorf("pack for %s: %w", p, err)
		}
		_, _ = fmt.Fprintln(says, archive)
		if b.modified {
			_, _ = fmt.Fprintln(says, "  holds changes that are not committed: nobody else can build the same")
		}
	}
	return writeSums(out)
}
