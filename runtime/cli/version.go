package cli

import (
	"cmp"
	"context"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/urfave/cli/v3"

	"almanac/runtime/dates"
)

// What the linker stamps (make build VERSION=... COMMIT=... COMMIT_TIME=...)
// where Go cannot ask git, as in an archive of the source.  Everywhere else they
// are empty, and what Go itself has noted is the answer.
var version, commit, commitTime string

// unknown is the text for values that neither git nor the linker provides.
const unknown = "unknown"

// build is the build information of a program.
type build struct {
	version    string // The tag, or Go's name for a commit between two tags.
	commit     string // The whole name; it ends in a remark when files differed.
	commitTime string // RFC 3339, UTC.
	compiler   string // Version of Go, system and processor.
}

// buildInfo returns the build information of the running program.
func buildInfo() build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return describe(info, build{version: version, commit: commit, commitTime: commitTime})
}

// describe returns what Go has noted about a build, less what was stamped.
func describe(info *debug.BuildInfo, stamped build) build {
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	p := build{
		commit: settings["vcs.revision"], commitTime: settings["vcs.time"],
		compiler: cmp.Or(info.GoVersion, unknown) + " " + settings["GOOS"] + "/" + settings["GOARCH"],
	}
	if settings["vcs.modified"] == "true" && p.commit != "" {
		p.commit += ", and changes since"
	}
	// Go says (devel) where it knows no version.
	if info.Main.Version != "(devel)" {
		p.version = info.Main.Version
	}
	p.version = cmp.Or(stamped.version, p.version, shortened(settings["vcs.revision"]), "development")
	p.commit = cmp.Or(stamped.commit, p.commit, unknown)
	p.commitTime = cmp.Or(inUTC(stamped.commitTime), inUTC(p.commitTime), unknown)
	return p
}

// shortened returns the part of a commit's name that tells it from others.
func shortened(commit string) string { return commit[:min(12, len(commit))] }

// inUTC returns a time in UTC, and a text that is no time as it is.
func inUTC(text string) string {
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return text
	}
	return at.UTC().Format(time.RFC3339)
}

// versionCommand prints the version, which only the command and the metrics show,
// not the API.
func versionCommand() *cli.Command {
	return &cli.Command{
		Name: "version", Usage: "Print version, commit, commit time, Go version and time zone rules",
		Action: func(_ context.Context, c *cli.Command) error {
			if c.Args().Present() {
				return plain(fmt.Errorf("version takes no arguments: unexpected %q", c.Args().First()))
			}
			p := buildInfo()
			_, err := fmt.Fprintf(c.Root().Writer, "%-8s %s\ncommit   %s\ntime     %s\nbuilt by %s\nzones    %s\n",
				c.Root().Name, p.version, p.commit, p.commitTime, p.compiler, dates.Rules())
			return err
		},
	}
}
