package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v3"

	"almanac/runtime/transfer"
)

// Names of report files: a time in UTC, by which they are in order, follows reportName.
const (
	reportName = "import-report-"
	reportTime = "20060102-150405.000"
	reportEnd  = ".txt"
)

// keptReports is how many files with reports are kept.
const keptReports = 10

// keepDetails writes all lines of a report into a file of its own, or prints them where none can
// be made.  A report like the last one, as of a site that is followed, needs no other file.
func keepDetails(c *cli.Command, report transfer.Report) error {
	prefix, details := reportPrefix(c), report.Details()
	files := reportFiles(prefix)
	path := prefix + time.Now().UTC().Format(reportTime) + reportEnd
	if n := len(files); n > 0 {
		if last, err := os.ReadFile(files[n-1]); err == nil && string(last) == details {
			path = files[n-1]
		}
	}
	if err := os.WriteFile(path, []byte(details), 0o600); err != nil {
		_, err = fmt.Fprint(c.Root().Writer, details)
		return err
	}
	files = reportFiles(prefix)
	for _, old := range files[:max(0, len(files)-keptReports)] {
		_ = os.Remove(old) // The next run tries it again.
	}
	_, err := fmt.Fprintf(c.Root().Writer, "all problems: %s\n", path)
	return err
}

// reportPrefix is how the paths of report files begin: beside a SQLite file, else in the current
// directory.
func reportPrefix(c *cli.Command) string {
	if path := DatabaseFile(c); path != "" {
		return path + "." + reportName
	}
	return c.Root().Name + "-" + reportName
}

// reportFiles returns the report files, the oldest first.
func reportFiles(prefix string) []string {
	entries, _ := os.ReadDir(filepath.Dir(prefix)) // Without them the report is printed.
	var files []string
	for _, e := range entries {
		moment, isReport := strings.CutPrefix(e.Name(), filepath.Base(prefix))
		_, err := time.Parse(reportTime+reportEnd, moment)
		if isReport && err == nil {
			files = append(files, filepath.Join(filepath.Dir(prefix), e.Name()))
		}
	}
	slices.Sort(files)
	return files
}
