// Command documents compares the OpenAPI documents of deployments A and B with
// those of the last release, and fails when clients lose something that
// neither the description of a resource accepts nor a raised version of the
// API.  It sees what the description does not tell: routes, responses and
// errors that are made in runtime.  What the generator finds in the description is
// judged there, and left out here.  With -release it writes the documents of the
// release.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"strings"

	"almanac/cmd/internal/deployments"
	"almanac/generated"
	"almanac/generator"
	"almanac/runtime/deployment"
	"almanac/runtime/service"
)

func main() {
	release := flag.Bool("release", false, "write the documents of the release instead of comparing with them")
	root := flag.String("root", ".", "directory of the module")
	tool := flag.String("oasdiff", "go tool -modfile=.ci/oasdiff.mod oasdiff", "`COMMAND` that compares two documents")
	flag.Parse()
	c := command{root: *root, tool: strings.Fields(*tool), says: os.Stdout}
	if err := c.run(*release); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run writes or compares, until it is interrupted.
func (c command) run(release bool) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if release {
		return c.release(ctx)
	}
	return c.check(ctx)
}

// command is one call of the program.
type command struct {
	root string
	tool []string  // The command that compares, as words.
	says io.Writer // What is no error.
}

// documented are the deployments whose documents are kept, in this order.
func documented() []deployment.Deployment {
	return []deployment.Deployment{deployments.A(), deployments.B()}
}

// document returns the document of a deployment with users, in lines.  It is in
// OpenAPI 3.0, which every tool reads.
func document(d deployment.Deployment) ([]byte, error) {
	raw, err := service.Document(generated.Service(), d, false, "3.0")
	if err != nil {
		return nil, fmt.Errorf("document of deployment %s: %w", d.Name, err)
	}
	var b bytes.Buffer
	if err := json.Indent(&b, raw, "", " "); err != nil {
		return nil, fmt.Errorf("document of deployment %s: %w", d.Name, err)
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}

// path returns where the released document of a deployment lies.
func (c command) path(d deployment.Deployment) string {
	return filepath.Join(c.root, "generated", "released.openapi."+d.Name+".json")
}

// release writes the documents.
func (c command) release(context.Context) error {
	for _, d := range documented() {
		text, err := document(d)
		if err != nil {
			return err
		}
		if err := os.WriteFile(c.path(d), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// check compares every document with the released one.
func (c command) check(ctx context.Context) error {
	before, err := generator.ReadPreviousOutput(c.root)
	if err != nil {
		return err
	}
	if len(before.Released) == 0 {
		_, err := fmt.Fprintln(c.says, "nothing is released yet, so there are no OpenAPI documents to compare with")
		return err
	}
	notice, err := generator.CheckCompatibility(before.LockfileOnly(), before)
	if err != nil {
		return err
	}
	var faults []error
	for _, d := range documented() {
		faults = append(faults, c.compare(ctx, d, notice))
	}
	return errors.Join(faults...)
}

// compare compares the document of one deployment.
func (c command) compare(ctx context.Context, d deployment.Deployment, notice generator.CompatibilityReport) error {
	if _, err := os.Stat(c.path(d)); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s is not there: restore it, or run make freeze", c.path(d))
	}
	text, err := document(d)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "almanac-documents")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	now := filepath.Join(dir, "openapi."+d.Name+".json")
	if err := os.WriteFile(now, text, 0o644); err != nil {
		return err
	}
	found, err := c.differences(ctx, c.path(d), now)
	if err != nil {
		return err
	}
	return verdict(d.Name, unexplained(found, notice))
}
