package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/urfave/cli/v3"
)

// healthCommand checks a server, for containers without a shell.
func healthCommand() *cli.Command {
	return &cli.Command{
		Name: "health", Usage: "Check that a running server is ready; exit code 1 if not",
		Flags: []cli.Flag{
			&cli.StringFlag{
				Name: "health-url", Aliases: []string{"url"}, Value: "http://127.0.0.1:8080/readyz", Sources: Setting("health-url"),
				Usage: "`URL` to request: /readyz, or /livez to skip the database",
			},
			&cli.DurationFlag{Name: "timeout", Value: 5 * time.Second, Usage: "`TIME` to wait for the response"},
		},
		Action: health,
	}
}

// health sends one request and returns an error unless the response is 200.
func health(ctx context.Context, c *cli.Command) error {
	if c.Args().Present() {
		return plain(fmt.Errorf("health takes no arguments, only flags: unexpected %q", c.Args().First()))
	}
	address := c.String("health-url")
	if u, err := url.Parse(address); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return InvalidSetting("health-url", "must be an address such as http://127.0.0.1:8080/readyz, not %q", address)
	}
	if c.Duration("timeout") <= 0 {
		return InvalidSetting("timeout", "must be more than 0, such as 5s, not %s", c.Duration("timeout"))
	}
	ctx, cancel := context.WithTimeout(ctx, c.Duration("timeout"))
	defer cancel()
	status, err := probe(ctx, address)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("%s did not respond within %s", address, c.Duration("timeout"))
	case err != nil:
		return fmt.Errorf("%s did not respond: %w", address, err)
	case status != http.StatusOK:
		return fmt.Errorf("%s responded with %d %s", address, status, http.StatusText(status))
	}
	_, err = fmt.Fprintln(c.Root().Writer, "healthy")
	return err
}

// probe returns the status of a response.  It uses no proxy and follows no
// redirect, as the response must come from this server.
func probe(ctx context.Context, address string) (int, error) {
	transport := &http.Transport{DisableKeepAlives: true}
	client := http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return 0, err
	}
	response, err := client.Do(request)
	if err != nil {
		var at *url.Error
		if errors.As(err, &at) {
			err = at.Err // The sentence names the address already.
		}
		return 0, err
	}
	_, err = io.Copy(io.Discard, io.LimitReader(response.Body, 1<<16))
	return response.StatusCode, errors.Join(err, response.Body.Close())
}
