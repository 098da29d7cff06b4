package cli

import (
	"context"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/urfave/cli/v3"

	"almanac/runtime/cli/telemetry"
)

// reloader reloads the settings that can change while the server runs.
type reloader struct {
	command *cli.Command
	log     *slog.Logger
	level   *slog.LevelVar
	secure  *certificate // Nil without TLS.
}

// hangups returns a channel that receives SIGHUP, which does not end the program
// until stop is called.
func hangups() (c chan os.Signal, stop func()) {
	c = make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGHUP)
	return c, func() { signal.Stop(c) }
}

// watch reloads at each signal until the context ends.
func (r *reloader) watch(ctx context.Context, signals <-chan os.Signal) {
	for {
		select {
		case <-signals:
			r.reload(ctx)
		case <-ctx.Done():
			return
		}
	}
}

// reload reloads the certificate and the log level.  A setting that cannot be
// read stays the same.
func (r *reloader) reload(ctx context.Context) {
	if r.secure != nil {
		r.secure.reload()
	}
	before := r.level.Level()
	level, err := r.newLevel(ctx)
	if err != nil {
		r.log.ErrorContext(ctx, "log level reload failed", "error", err)
		return
	}
	// Of the two levels, the line is logged at the one that lets it pass.
	r.level.Set(min(before, level))
	r.log.InfoContext(ctx, "settings reloaded", "log_level", level.String(), "previous_log_level", before.String())
	r.level.Set(level)
}

// newLevel returns the log level that a restart would use.  The environment of a
// process does not change, so only the file can differ.
func (r *reloader) newLevel(ctx context.Context) (slog.Level, error) {
	word, origin, err := rereadSetting(ctx, r.command, "log-level", defaultLogLevel)
	if err != nil {
		return 0, err
	}
	level, err := telemetry.ParseLevel(word)
	if err != nil {
		return 0, settingSources{"log-level": origin}.locate(invalidLevel(word))
	}
	return level, nil
}
