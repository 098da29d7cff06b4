package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// loop is one run of the command.
type loop struct {
	generator, program string   // Packages.
	serve              []string // Flags of serve.
	dir                string   // For what is built.
	database           database
	out                io.Writer

	server *server // Nil before the first one.
	binary string  // That of the server; "" for none.
	sum    [sha256.Size]byte
}

// run serves, again with each save, until the context ends.
func (l *loop) run(ctx context.Context, saves <-chan time.Time) error {
	defer func() { l.server.stop() }()
	for saved := time.Now(); ; {
		if err := l.turn(ctx, saved); err != nil && ctx.Err() == nil {
			l.say("%v", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case saved = <-saves:
			continue
		case <-l.server.ended():
		}
		l.say("the server has ended (%v); the next save starts it again", l.server.err)
		l.binary, l.server = "", nil
		select {
		case <-ctx.Done():
			return nil
		case saved = <-saves:
		}
	}
}

// say prints a line of the command itself.
func (l *loop) say(format string, args ...any) {
	_, _ = fmt.Fprintf(l.out, "dev: "+format+"\n", args...)
}

// turn generates, builds and starts the server of what was saved. An error leaves the
// server before running where the database allows it.
func (l *loop) turn(ctx context.Context, saved time.Time) error {
	begin := time.Now()
	if err := l.generate(ctx); err != nil {
		return l.kept("generate", err)
	}
	generated := time.Now()
	built := filepath.Join(l.dir, "built")
	if err := l.tool(ctx, "go", "build", "-buildvcs=false", "-ldflags=-w", "-o", built, l.program); err != nil {
		return l.kept("build", err)
	}
	sum, err := sumOf(built)
	if err != nil {
		return err
	}
	if l.binary != "" && sum == l.sum && l.database.isCurrent() {
		l.say("the program is the same; its server goes on")
		return nil
	}
	binary := filepath.Join(l.dir, fmt.Sprintf("server-%x", sum[:8]))
	if err := os.Link(built, binary); err != nil && !os.IsExist(err) {
		return err
	}
	stopping := time.Now()
	if err := l.replace(ctx, binary); err != nil {
		return err
	}
	if l.binary != "" && l.binary != binary {
		_ = os.Remove(l.binary) // The folder goes at the end anyway.
	}
	l.binary, l.sum = binary, sum
	l.say("ready in %.1f s (generate %.1f, build %.1f, start %.1f) %s", time.Since(saved).Seconds(),
		generated.Sub(begin).Seconds(), stopping.Sub(generated).Seconds(), time.Since(stopping).Seconds(), l.server.url)
	return nil
}

// kept adds to an error which server answers.
func (l *loop) kept(step string, err error) error {
	if l.binary == "" {
		return fmt.Errorf("%s: %w; the next save tries again", step, err)
	}
	return fmt.Errorf("%s: %w; the server before goes on", step, err)
}

// generate builds the generator and runs it.
func (l *loop) generate(ctx context.Context) error {
	program := filepath.Join(l.dir, "generate")
	if err := l.tool(ctx, "go", "build", "-buildvcs=false", "-o", program, l.generator); err != nil {
		return err
	}
	if l.database.made == "" {
		return l.tool(ctx, program)
	}
	if err := os.WriteFile(filepath.Join(l.dir, "schema.lock.json"), []byte(l.database.made), 0o600); err != nil {
		return err
	}
	return l.tool(ctx, program, "-follow", l.dir)
}

// tool runs a program and prints what it says, but for a generator that changed nothing.
func (l *loop) tool(ctx context.Context, name string, args ...string) error {
	var said bytes.Buffer
	c := exec.CommandContext(ctx, name, args...) //nolint:gosec // The go command, and what it has built of this module.
	c.Stdout, c.Stderr = &said, &said
	c.Cancel = func() error { return interrupt(c.Process) }
	c.WaitDelay = stopLimit
	err := c.Run()
	if text := said.String(); err != nil || !strings.HasSuffix(text, " 0 of them changed\n") {
		_, _ = io.WriteString(l.out, text)
	}
	return err
}

// replace stops the server, has the database follow, and starts the binary. If that
// fails it starts the one before, unless the database has followed already.
func (l *loop) replace(ctx context.Context, binary string) error {
	l.server.stop()
	made := l.database.made
	err := l.database.follow(ctx, l.dir, l.say)
	if err == nil {
		if l.server, err = l.start(ctx, binary); err == nil {
			return nil
		}
		err = fmt.Errorf("the new server does not start: %w", err)
	}
	switch {
	case l.binary == "":
		return fmt.Errorf("%w; the next save tries again", err)
	case l.database.made != made:
		l.binary, l.server = "", nil
		return fmt.Errorf("%w; the database has followed the description, so the server before cannot run on it; the next "+
			"save tries again", err)
	}
	before, again := l.start(ctx, l.binary)
	if l.server = before; again != nil {
		l.binary = ""
		return fmt.Errorf("%w; the server before does not start either: %w", err, again)
	}
	return fmt.Errorf("%w; the server before runs again at %s", err, before.url)
}

// start starts a server on the development database.
func (l *loop) start(ctx context.Context, binary string) (*server, error) {
	args := append([]string{"serve", "--log-format", "text"}, l.serve...)
	return start(ctx, l.out, binary, append(args, "--database", l.database.url, "--migrate")...)
}

// sumOf returns the checksum of a file.
func sumOf(path string) (sum [sha256.Size]byte, err error) {
	f, err := os.Open(path) //nolint:gosec // What was just built.
	if err != nil {
		return sum, err
	}
	defer func() { _ = f.Close() }() // It was only read.
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return sum, err
	}
	h.Sum(sum[:0])
	return sum, nil
}
