package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v3"

	"almanac/runtime/erase"
	"almanac/runtime/model"
	"almanac/runtime/service"
)

// eraseCommand removes former values of a record for good.
func eraseCommand(p *Program) *cli.Command {
	return &cli.Command{
		Name: "erase", Usage: "Erase former values of a record for good",
		Description: "Erases what the history, former slugs, webhook deliveries, the outbox and stored responses keep " +
			"of a record. What the record has now stays: change or delete it first. " +
			"Without --force nothing is erased, only counted.",
		Flags: []cli.Flag{
			databaseFlag(p),
			&cli.StringFlag{Name: "resource", Usage: "`NAME`: " + strings.Join(plurals(p.Service.Resources), ", ")},
			&cli.Int64Flag{Name: "id", HideDefault: true, Usage: "`ID` of the record"},
			&cli.StringFlag{Name: "field", Usage: "`NAME` of the only field to erase; default: all"},
			&cli.BoolFlag{Name: "force", Usage: "erase: this cannot be undone"},
		},
		Action: eraseRecord,
	}
}

// plurals lists the names of resources.
func plurals(list []*model.Resource) []string {
	var names []string
	for _, res := range list {
		names = append(names, res.Plural)
	}
	return names
}

// eraseRecord erases what the flags choose, or says how much that is.
func eraseRecord(ctx context.Context, c *cli.Command) error {
	if c.Args().Present() {
		return plain(fmt.Errorf("erase takes no arguments, only flags: unexpected %q", c.Args().First()))
	}
	resources := programOf(c).Service.Resources
	i := slices.IndexFunc(resources, func(res *model.Resource) bool { return res.Plural == c.String("resource") })
	if i < 0 {
		return InvalidSetting("resource", "must be one of %s, not %q", strings.Join(plurals(resources), ", "),
			c.String("resource"))
	}
	res, id, field := resources[i], c.Int64("id"), c.String("field")
	isField := func(a *model.Arg) bool { return a.Name == field }
	switch {
	case id < 1:
		return InvalidSetting("id", "must be 1 or more, not %d", id)
	case field != "" && !slices.ContainsFunc(res.Args, isField):
		return InvalidSetting("field", "must be a field of %s, not %q", res.Plural, field)
	}
	a, err := openDatabase(ctx, c, service.Config{})
	if err != nil {
		return err
	}
	done, err := erase.Record(ctx, a.Env, res, id, field, !c.Bool("force"))
	if err = errors.Join(err, a.Close()); err != nil {
		return err
	}
	word := "to erase"
	if c.Bool("force") {
		word = "erased"
	}
	_, err = fmt.Fprintf(c.Root().Writer,
		"%s: %d in the history, %d deliveries, %d in the outbox, %d responses, %d slugs\n", word,
		done.Log, done.Deliveries, done.Outbox, done.Responses, done.Slugs)
	if err == nil && !c.Bool("force") && done.Total() > 0 {
		_, err = fmt.Fprintln(c.Root().Writer, "Nothing is erased yet: add --force. This cannot be undone.")
	}
	return err
}
