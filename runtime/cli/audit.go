package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/urfave/cli/v3"

	"almanac/runtime/audit"
	"almanac/runtime/auth"
	"almanac/runtime/identity"
	"almanac/runtime/images"
	"almanac/runtime/service"
)

// auditCommand prints who changed what.
func auditCommand(p *Program) *cli.Command {
	return &cli.Command{
		Name: "audit", Usage: "Show the audit log, newest entries last",
		Description: "Times are in UTC. Entries are never deleted automatically; docs/howto/monitor.md covers their size " +
			"and how to delete old ones.",
		Flags: []cli.Flag{
			databaseFlag(p),
			&cli.StringFlag{
				Name:  "since",
				Usage: "entries since `WHEN`: a date such as 2026-11-20 or '2026-11-20 14:00', or an age such as 24h",
			},
			&cli.StringFlag{Name: "user", Usage: "`NAME` of the user; 'command line' for commands"},
			&cli.StringFlag{Name: "kind", Usage: "`KIND` of record: " + strings.Join(auditResources(p), ", ")},
			&cli.Int64Flag{Name: "id", HideDefault: true, Usage: "`ID` of the record"},
			&cli.StringFlag{Name: "action", Usage: "`ACTION`: " + strings.Join(auditActions(p), ", ")},
			&cli.StringFlag{Name: "request", Usage: "`ID` of the request (X-Request-Id)"},
			&cli.StringFlag{Name: "change", Usage: "`ID` of what was changed together (Change-Id)"},
			&cli.IntFlag{Name: "limit", Value: 100, Usage: "maximum `NUMBER` of entries, counted from the newest"},
			&cli.BoolFlag{Name: "json", Usage: "print one JSON object per line"},
		},
		Action: printAudit,
	}
}

// auditResources lists the resources in the audit log.
func auditResources(p *Program) []string {
	var list []string
	for _, k := range p.Service.Resources {
		list = append(list, k.Name)
		if k.SeriesRoute != "" {
			list = append(list, k.SeriesRoute)
		}
	}
	return append(list, images.AuditResource, identity.AuditResource, auth.AuditUser, auth.AuditToken)
}

// auditActions lists the actions in the audit log, those of the description among them.
func auditActions(p *Program) []string {
	list := audit.Actions()
	for _, k := range p.Service.Resources {
		for _, a := range k.Actions {
			if !slices.Contains(list, a.Name) {
				list = append(list, a.Name)
			}
		}
	}
	return list
}

// printAudit prints the entries that the flags choose.
func printAudit(ctx context.Context, c *cli.Command) error {
	if c.Args().Present() {
		return plain(fmt.Errorf("audit takes no arguments, only flags: unexpected %q", c.Args().First()))
	}
	filter, err := auditFilter(c, time.Now())
	if err != nil {
		return err
	}
	a, err := openDatabase(ctx, c, service.Config{})
	if err != nil {
		return err
	}
	entries, err := audit.List(ctx, a.Store.Reader(), filter)
	var counts map[audit.Recalculation]int64
	if err == nil && filter.Record == 0 {
		counts, err = audit.CountRecalculations(ctx, a.Store.Reader(), entries)
	}
	if err = errors.Join(err, a.Close()); err != nil {
		return err
	}
	if c.Bool("json") {
		return jsonLines(c.Root().Writer, entries)
	}
	return auditTable(c.Root().Writer, entries, counts)
}

// auditFilter reads the flags.  An error is one sentence that names the flag.
func auditFilter(c *cli.Command, now time.Time) (audit.Filter, error) {
	f := audit.Filter{
		User: c.String("user"), Resource: c.String("kind"), Record: c.Int64("id"), Action: c.String("action"),
		Request: c.String("request"), Change: c.String("change"), Limit: c.Int("limit"),
	}
	var err error
	f.Since, err = since(c.String("since"), now)
	switch {
	case err != nil:
		return f, err
	case f.Resource != "" && !slices.Contains(auditResources(programOf(c)), f.Resource):
		return f, InvalidSetting("kind", "must be one of %s, not %q", strings.Join(auditResources(programOf(c)), ", "),
			f.Resource)
	case f.Action != "" && !slices.Contains(auditActions(programOf(c)), f.Action):
		return f, InvalidSetting("action", "must be one of %s, not %q", strings.Join(auditActions(programOf(c)), ", "),
			f.Action)
	case c.IsSet("id") && f.Record < 1:
		return f, InvalidSetting("id", "must be 1 or more, not %d", f.Record)
	case f.Limit < 1:
		return f, InvalidSetting("limit", "must be 1 or more, not %d", f.Limit)
	}
	return f, nil
}

// since reads a time in UTC, or how long ago it was; the zero time for "".
func since(text string, now time.Time) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	if ago, err := time.ParseDuration(text); err == nil && ago >= 0 {
		return now.Add(-ago), nil
	}
	for _, layout := range []string{time.DateOnly, "2006-01-02 15:04", time.DateTime, time.RFC3339} {
		if at, err := time.Parse(layout, text); err == nil {
			return at, nil
		}
	}
	return time.Time{},
		fmt.Errorf("--since must be a UTC date such as 2026-11-20 or '2026-11-20 14:00', or an age such as 24h, "+
			"not %q", text)
}

// jsonLines writes an entry a line as JSON.
func jsonLines[T any](w io.Writer, entries []T) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	for _, e := range entries {
		if err := encoder.Encode(e); err != nil {
			return err
		}
	}
	return nil
}

// auditTable prints the entries, those of one change of the rules of a time zone as one line with
// the number of its records.
func auditTable(w io.Writer, entries []audit.Entry, counts map[audit.Recalculation]int64) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, "TIME\tUSER\tACTION\tKIND\tID\tADDRESS\tREQUEST\tNOTE") // Flush returns what went wrong.
	printed := map[audit.Recalculation]bool{}
	for _, e := range entries {
		id := strconv.FormatInt(e.Record, 10)
		if of := audit.RecalculationOf(e); counts[of] > 1 {
			if printed[of] {
				continue
			}
			printed[of], id = true, fmt.Sprintf("%d records", counts[of])
		}
		_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n",
			e.At.Format(time.DateTime), cmp.Or(e.UserName, "-"), e.Action, e.Resource, id, cmp.Or(e.Address, "-"),
			cmp.Or(e.Request, "-"),
			cmp.Or(strings.Join(strings.Fields(e.Note), " "), "-"))
	}
	return table.Flush()
}
