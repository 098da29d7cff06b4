// Command withpostgres runs a command, such as go test, while a PostgreSQL
// server for tests runs whose URL is in TEST_DATABASE_URL:
//
//	go run ./runtime/store/storetest/withpostgres go test ./...
//
// A server that TEST_DATABASE_URL names already is left as it is.  Without
// PostgreSQL's programs the command runs nevertheless, and its tests on
// PostgreSQL are skipped, or fail when CI=true.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"

	"almanac/runtime/store/storetest"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: withpostgres COMMAND [ARGUMENT]...")
		os.Exit(2)
	}
	// The command gets the signals too, and the server is stopped after it.
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	code, err := withServer(os.Args[1], os.Args[2:], signals)
	if err != nil {
		fmt.Fprintln(os.Stderr, "withpostgres:", err)
		code = max(code, 1)
	}
	os.Exit(code)
}

// withServer runs a command beside a server and returns the code it ends with.
func withServer(name string, args []string, signals <-chan os.Signal) (code int, err error) {
	command := exec.Command(name, args...)
	command.Stdin, command.Stdout, command.Stderr = os.Stdin, os.Stdout, os.Stderr
	if os.Getenv("TEST_DATABASE_URL") == "" {
		server, err := storetest.StartCommon()
		switch {
		case err == nil:
			defer func() { err = errors.Join(err, server.Remove()) }()
			command.Env = append(os.Environ(), "TEST_DATABASE_URL="+server.URL())
		case storetest.IsMissing(err):
			fmt.Fprintln(os.Stderr, err)
		default:
			return 1, err
		}
	}
	return run(command, signals)
}

// run runs a command, which gets the signals of termination, and returns the
// code it ends with.
func run(command *exec.Cmd, signals <-chan os.Signal) (code int, err error) {
	if err := command.Start(); err != nil {
		return 1, err
	}
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	for {
		select {
		case s := <-signals:
			_ = command.Process.Signal(s) // It may have ended.
		case err := <-ended:
			var exit *exec.ExitError
			if errors.As(err, &exit) {
				return max(exit.ExitCode(), 1), nil
			}
			return 0, err
		}
	}
}
