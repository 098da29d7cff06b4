package faulttest

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"text/tabwriter"
	"time"

	"almanac/runtime/store/storetest"
)

// long asks for the form that "make faults" runs.
var long = flag.Bool("long", false, "let every fault last longer")

// every asks for every fault in short, too.
var every = flag.Bool("every", false, "try the faults, with -short as well")

// loadTime asks for the measurements under load, which are left out without it.
var loadTime = flag.Duration("load", 0, "how long the load of the load tests lasts")

// copiesTime is for a long look at copies of lists.
var copiesTime = flag.Duration("copies", 0, "how long two servers are killed in turns beside copies of lists; 0 for the time of the form")

// table gathers what the tests saw; it is printed after the last one.
var table report

func TestMain(m *testing.M) {
	flag.Parse()
	if testing.Short() && !*every && flag.Lookup("test.run").Value.String() == "" {
		fmt.Println("faults: left out with -short, make test-all tries them")
		return
	}
	dir, err := os.MkdirTemp("", "almanac-faults-")
	if err != nil {
		fmt.Fprintln(os.Stderr, "faults:", err)
		os.Exit(1)
	}
	binary.path = filepath.Join(dir, "almanac")
	code := storetest.Run(m)
	table.print(os.Stdout)
	// go test shows the output of packages that fail; CI shows the table after the others, too.
	if path := os.Getenv("FAULTS_TABLE"); path != "" {
		file, err := os.Create(path)
		if err != nil {
			fmt.Fprintln(os.Stderr, "faults:", err)
			os.Exit(1)
		}
		table.print(file)
		_ = file.Close()
	}
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// lasting returns how long a phase of a test lasts: a share of the long form.
func lasting(d time.Duration) time.Duration {
	if *long {
		return d
	}
	return d / 4
}

// times returns how often a test repeats something.
func times(n int) int {
	switch {
	case *long:
		return n
	case testing.Short() && !*every:
		return max(1, n/8)
	default:
		return max(1, n/4)
	}
}

// row is what was seen of one fault.
type row struct {
	fault, store, load string
	acknowledged, lost int
	recovery           string // "" when nothing had to recover.
	copies             string // How copies of lists compare with these; "" without any.
}

// report is the table of all faults.
type report struct {
	mu   sync.Mutex
	rows []row
}

func (r *report) add(one row) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.rows = append(r.rows, one)
}

// leaveOut skips a test that this machine cannot run, and says so in the table.
func leaveOut(t *testing.T, why string) {
	t.Helper()
	table.add(row{fault: t.Name(), store: "-", load: "LEFT OUT: " + why})
	t.Skip(why)
}

// print writes the table.
func (r *report) print(out io.Writer) {
	if len(r.rows) == 0 {
		return
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "\nFAULT\tSTORE\tLOAD HELD\tACKNOWLEDGED\tLOST\tRECOVERY\tCOPIES OF LISTS")
	for _, one := range r.rows {
		fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%d\t%s\t%s\n", one.fault, one.store, one.load, one.acknowledged, one.lost,
			cmp.Or(one.recovery, "-"), cmp.Or(one.copies, "-"))
	}
	w.Flush()
}
