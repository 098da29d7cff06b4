package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v3"

	"almanac/runtime/auth"
	"almanac/runtime/service"
)

// withUsers opens the store for a command that manages users.
func withUsers(ctx context.Context, c *cli.Command, do func(*auth.Users) error) error {
	a, err := openDatabase(ctx, c, service.Config{Namesakes: true})
	if err != nil {
		return err
	}
	return errors.Join(do(a.Env.Users), a.Close())
}

// oneArgument returns the only argument of a command.
func oneArgument(c *cli.Command, what string) (string, error) {
	if c.Args().Len() != 1 {
		return "", plain(fmt.Errorf("%s requires exactly one argument, %s", nameOf(c), what))
	}
	return c.Args().First(), nil
}

// passwordFlags say where a password comes from.
func passwordFlags(p *Program) []cli.Flag {
	return []cli.Flag{
		databaseFlag(p),
		&cli.StringFlag{Name: "password", Usage: "`PASSWORD`; visible to others on this machine: prefer --password-file"},
		&cli.StringFlag{
			Name:  "password-file",
			Usage: "`FILE` with the password on its first line; default: standard input (-)",
		},
	}
}

// password reads the password from where the flags say.
func password(c *cli.Command) (string, error) {
	if c.IsSet("password") {
		return c.String("password"), nil
	}
	return FirstLine(c, c.String("password-file"))
}

// FirstLine reads the first line of a file, or of standard input for "" and
// "-".
func FirstLine(c *cli.Command, name string) (string, error) {
	source := c.Root().Reader
	if name != "" && name != "-" {
		f, err := os.Open(name) //nolint:gosec // The operator names the file.
		if err != nil {
			return "", fmt.Errorf("--password-file: %w", err)
		}
		defer func() { _ = f.Close() }()
		source = f
	}
	line, err := bufio.NewReader(source).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", fmt.Errorf("read the password: %w", err)
	}
	return strings.TrimRight(line, "\r\n"), nil
}

// userCommand manages users.
func userCommand(p *Program) *cli.Command {
	const roles = "`ROLE`: administrator, editor, author, contributor or subscriber"
	first := &cli.StringFlag{Name: "role", Value: string(auth.RoleSubscriber), Usage: roles}
	other := &cli.StringFlag{Name: "role", Required: true, Usage: roles}
	email := &cli.StringFlag{Name: "email", Usage: "email `ADDRESS`, also for signing in"}
	name := "the name or email address of the user"
	return &cli.Command{Name: "user", Usage: "Manage users", Commands: []*cli.Command{
		{
			Name: "add", Usage: "Add a user and print the ID", ArgsUsage: "NAME", Flags: append(passwordFlags(p), first, email),
			Action: addUser,
		},
		{Name: "list", Usage: "List the users", Flags: []cli.Flag{databaseFlag(p)}, Action: listUsers},
		{
			Name: "passwd", Usage: "Set a password", ArgsUsage: "NAME", Flags: passwordFlags(p),
			Action: func(ctx context.Context, c *cli.Command) error {
				return onUser(ctx, c, name, func(u *auth.Users, user string) error {
					p, err := password(c)
					if err != nil {
						return err
					}
					return u.SetPassword(ctx, user, p)
				})
			},
		},
		linkCommand(p),
		{
			Name: "role", Usage: "Set the role of a user", ArgsUsage: "NAME", Flags: []cli.Flag{databaseFlag(p), other},
			Action: func(ctx context.Context, c *cli.Command) error {
				return onUser(ctx, c, name, func(u *auth.Users, user string) error {
					return u.SetRole(ctx, user, auth.Role(c.String("role")))
				})
			},
		},
		{
			Name: "email", Usage: "Set the email address of a user; '' for none", ArgsUsage: "NAME ADDRESS",
			Flags: []cli.Flag{databaseFlag(p)}, Action: func(ctx context.Context, c *cli.Command) error {
				return reviseUser(ctx, c, "the address", func(u *auth.Users, user, email string) error {
					return u.SetEmail(ctx, user, email)
				})
			},
		},
		{
			Name: "rename", Usage: "Rename a user", ArgsUsage: "NAME NEW", Flags: []cli.Flag{databaseFlag(p)},
			Action: func(ctx context.Context, c *cli.Command) error {
				return reviseUser(ctx, c, "the new name", func(u *auth.Users, user, next string) error {
					return u.Rename(ctx, user, next)
				})
			},
		},
		{
			Name: "remove", Usage: "Remove a user and their tokens", ArgsUsage: "NAME", Flags: []cli.Flag{databaseFlag(p)},
			Action: func(ctx context.Context, c *cli.Command) error {
				return onUser(ctx, c, name, func(u *auth.Users, user string) error { return u.Remove(ctx, user) })
			},
		},
	}}
}

// onUser runs a command about one named user.
func onUser(ctx context.Context, c *cli.Command, what string, do func(u *auth.Users, user string) error) error {
	user, err := oneArgument(c, what)
	if err != nil {
		return err
	}
	return withUsers(ctx, c, func(u *auth.Users) error { return do(u, user) })
}

// reviseUser runs a command about one named user and another text.
func reviseUser(ctx context.Context, c *cli.Command, what string,
	do func(u *auth.Users, user, text string) error,
) error {
	if c.Args().Len() != 2 {
		return plain(fmt.Errorf("%s requires exactly two arguments, the name of the user and %s", nameOf(c), what))
	}
	return withUsers(ctx, c, func(u *auth.Users) error { return do(u, c.Args().First(), c.Args().Get(1)) })
}

// addUser adds a user and prints the ID.
func addUser(ctx context.Context, c *cli.Command) error {
	return onUser(ctx, c, "the name of the user", func(u *auth.Users, name string) error {
		p, err := password(c)
		if err != nil {
			return err
		}
		user, err := u.Add(ctx, name, c.String("email"), auth.Role(c.String("role")), p)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(c.Root().Writer, user.ID)
		return err
	})
}

// listUsers prints the users, one a line.
func listUsers(ctx context.Context, c *cli.Command) error {
	return withUsers(ctx, c, func(u *auth.Users) error {
		users, err := u.List(ctx)
		for _, user := range users {
			note := ""
			if user.Email != "" {
				note = "\t" + user.Email
			}
			if !user.HasPassword {
				note += "\tcannot sign in"
			}
			_, _ = fmt.Fprintf(c.Root().Writer, "%d\t%s\t%s%s\n", user.ID, user.Name, user.Role, note)
		}
		return err
	})
}

// tokenCommand manages bearer tokens.
func tokenCommand(p *Program) *cli.Command {
	return &cli.Command{Name: "token", Usage: "Manage bearer tokens", Commands: []*cli.Command{
		{
			Name: "create", Aliases: []string{"add"}, Usage: "Create a token and print it once", ArgsUsage: "USER",
			Flags: []cli.Flag{
				databaseFlag(p),
				&cli.StringFlag{Name: "label", Value: "token", Usage: "`PURPOSE` of the token"},
				&cli.DurationFlag{Name: "expires", Usage: "`TIME` until the token expires, such as 720h; default: never expires"},
			}, Action: createToken,
		},
		{
			Name: "list", Usage: "List the tokens of a user", ArgsUsage: "USER", Flags: []cli.Flag{databaseFlag(p)},
			Action: listTokens,
		},
		{Name: "revoke", Usage: "Revoke a token", ArgsUsage: "ID", Flags: []cli.Flag{databaseFlag(p)}, Action: revokeToken},
	}}
}

// createToken creates a token and prints it.
func createToken(ctx context.Context, c *cli.Command) error {
	return onUser(ctx, c, "the name of the user", func(u *auth.Users, user string) error {
		var expires time.Time
		if c.IsSet("expires") {
			expires = time.Now().Add(c.Duration("expires"))
		}
		shown, err := u.CreateToken(ctx, user, c.String("label"), expires)
		if err == nil {
			_, err = fmt.Fprintln(c.Root().Writer, shown)
		}
		return err
	})
}

// listTokens prints the tokens of a user, one a line.
func listTokens(ctx context.Context, c *cli.Command) error {
	return onUser(ctx, c, "the name of the user", func(u *auth.Users, user string) error {
		tokens, err := u.ListTokens(ctx, user)
		for _, t := range tokens {
			expires := "never"
			if !t.Expires.IsZero() {
				expires = t.Expires.UTC().Format(time.RFC3339)
			}
			_, _ = fmt.Fprintf(c.Root().Writer, "%d\t%s\texpires %s\n", t.ID, t.Label, expires)
		}
		return err
	})
}

// revokeToken revokes a token by its id.
func revokeToken(ctx context.Context, c *cli.Command) error {
	return onUser(ctx, c, "the ID of the token", func(u *auth.Users, text string) error {
		id, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return fmt.Errorf("%q is not a token ID; run token list to see the IDs", text)
		}
		return u.RevokeToken(ctx, id)
	})
}
