package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/urfave/cli/v3"

	"almanac/runtime/deployment"
)

// A setting is a flag with an environment variable: one made by text, or with
// Sources: Setting("its-name").  That alone makes it a key of the file of --config,
// a line of `config check`, and part of the help and of shell completion.  Its
// value comes from the command line, else from the variable, else from the
// file, else it is the default (resolve).

// variable is the environment variable of a setting without the prefix of the program.  It marks the flag and
// stands in its help; resolve looks it up, as the library's own message about a
// wrong value would not be a sentence.
type variable string

// Setting makes a flag a setting, as its Sources: --site-url of a program shop is also
// the variable SHOP_SITE_URL and a key of the file of --config.
func Setting(flag string) cli.ValueSourceChain {
	return cli.NewValueSourceChain(variable(strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))))
}

// prefix returns the beginning of the variables of a program: SHOP_ for shop.
func prefix(c *cli.Command) string {
	return strings.ToUpper(strings.ReplaceAll(c.Root().Name, "-", "_")) + "_"
}

var _ cli.EnvValueSource = variable("")

// Lookup finds nothing; see resolve.
func (variable) Lookup() (string, bool) { return "", false }

// IsFromEnv has the help name the variable.
func (variable) IsFromEnv() bool { return true }

// Key returns the name of the variable.
func (v variable) Key() string { return string(v) }

// String describes the source.
func (v variable) String() string { return "the variable " + string(v) }

// GoString describes the source.
func (v variable) GoString() string { return fmt.Sprintf("variable(%q)", string(v)) }

// setting is a flag that is a setting.
type setting struct{ name, variable, kind string }

// settings lists the settings among the flags of a command.
func settings(c *cli.Command) []setting {
	var list []setting
	for _, f := range c.Flags {
		about, ok := f.(cli.DocGenerationFlag)
		if ok && len(about.GetEnvVars()) > 0 && f.Names()[0] != configName {
			list = append(list, setting{name: f.Names()[0], variable: about.GetEnvVars()[0], kind: kindOf(f)})
		}
	}
	return list
}

// readSettings makes every command with settings read them from the environment
// and the file before its action runs.
func readSettings(root *cli.Command) {
	known := knownSettings(root)
	visit(root, func(c *cli.Command) {
		if len(settings(c)) == 0 || c.Action == nil {
			return
		}
		c.Flags = append(c.Flags, configFlag(prefix(root)+"CONFIG"))
		shortHelp(c)
		action := c.Action
		c.Action = func(ctx context.Context, c *cli.Command) error {
			from, err := resolve(c, known)
			if err != nil {
				return Misuse(err)
			}
			return from.locate(action(context.WithValue(ctx, sourcesKey{}, from), c))
		}
	})
}

// knownSettings returns the names of all settings of the program.
func knownSettings(root *cli.Command) map[string]bool {
	known := map[string]bool{}
	visit(root, func(c *cli.Command) {
		for _, s := range settings(c) {
			known[s.name] = true
		}
	})
	return known
}

// shortDurations has the help of a command show 2m instead of 2m0s, and no default of 0s.
func shortDurations(c *cli.Command) {
	for _, f := range c.Flags {
		f, ok := f.(*cli.DurationFlag)
		switch {
		case !ok:
		case f.Value == 0:
			f.HideDefault = true
		case f.Value%time.Minute == 0:
			f.DefaultText = strings.TrimSuffix(strings.TrimSuffix(f.Value.String(), "0s"), "h0m")
			if f.Value%time.Hour == 0 {
				f.DefaultText += "h"
			}
		}
	}
}

// shortHelp has the help of a command leave out the variables, which follow from
// the names of the flags: lines that fit a terminal can be read.
func shortHelp(c *cli.Command) {
	for _, f := range c.Flags {
		if f, ok := f.(interface{ SetStringer(cli.FlagStringFunc) }); ok {
			f.SetStringer(func(f cli.Flag) string {
				text, _, _ := strings.Cut(cli.FlagStringer(f), " [$")
				return text
			})
		}
	}
}

// visit calls do with a command and all below it.
func visit(c *cli.Command, do func(*cli.Command)) {
	do(c)
	for _, sub := range c.Commands {
		visit(sub, do)
	}
}

// resolve sets the settings of a command that the command line did not set, and
// returns where each value came from.  The error is one sentence
// that names the setting and where it came from.
func resolve(c *cli.Command, known map[string]bool) (settingSources, error) {
	file, err := configFile(c, known)
	if err != nil {
		return nil, err
	}
	from := settingSources{}
	for _, f := range c.Flags { // Other flags are set on the command line only.
		if name := f.Names()[0]; c.IsSet(name) {
			from[name] = onCommandLine(name)
		}
	}
	for _, s := range settings(c) {
		if from[s.name].Place == deployment.OnCommandLine {
			continue
		}
		values, origin := s.lookup(prefix(c), file)
		for _, value := range values {
			if err := c.Set(s.name, value); err != nil {
				return nil, fmt.Errorf("--%s must be %s, not %q (%s)", s.name, s.kind, value, origin)
			}
			from[s.name] = origin
		}
	}
	_, isSet := from["timezone"]
	if demo := programOf(c).Demo; demo != nil && demo.TimeZone != "" && c.Bool("demo") && !isSet {
		from["timezone"] = deployment.Origin{Name: "--demo"}
		return from, c.Set("timezone", demo.TimeZone)
	}
	return from, nil
}

// lookup returns the values that the environment, else the file has for a
// setting, none if neither has it, and where they come from.
func (s setting) lookup(prefix string, file config) (values []string, origin deployment.Origin) {
	// An empty variable is a value for a text alone, so that a variable that is
	// passed on by a script without a value leaves the default.
	if value, ok := os.LookupEnv(prefix + s.variable); ok && (value != "" || s.kind == aText) {
		return []string{value}, deployment.Origin{Place: deployment.InEnvironment, Name: prefix + s.variable}
	}
	return file.values[s.name], deployment.Origin{Place: deployment.InFile, Name: file.path}
}

// rereadSetting returns the value of a setting of the running command as a new start
// would find it, and where it comes from.
func rereadSetting(ctx context.Context, c *cli.Command, name, otherwise string) (value string, origin deployment.Origin,
	err error,
) {
	if origin := sourcesOf(ctx)[name]; origin.Place == deployment.OnCommandLine {
		return c.String(name), origin, nil
	}
	file, err := configFile(c, knownSettings(c.Root()))
	if err != nil {
		return "", origin, err
	}
	for _, s := range settings(c) {
		if values, origin := s.lookup(prefix(c), file); s.name == name && len(values) > 0 {
			return values[len(values)-1], origin, nil
		}
	}
	return otherwise, deployment.Origin{}, nil
}

// settingSources says where the values of settings came from, by name; a missing one
// is the default.
type settingSources map[string]deployment.Origin

// onCommandLine is the origin of what a flag sets.
func onCommandLine(flag string) deployment.Origin {
	return deployment.Origin{Place: deployment.OnCommandLine, Name: "--" + flag}
}

// sourcesKey is the key of settingSources in the context of an action.
type sourcesKey struct{}

// sourcesOf returns where the settings of the running command came from.
func sourcesOf(ctx context.Context) settingSources {
	from, _ := ctx.Value(sourcesKey{}).(settingSources)
	return from
}

// locate adds to an error about a setting where that came from.
func (s settingSources) locate(err error) error {
	var w *settingError
	if errors.As(err, &w) {
		return fmt.Errorf("%w (%s)", err, s[w.name])
	}
	return err
}

type settingError struct {
	name string
	err  error
}

// InvalidSetting returns an error of a setting: its name and the rest of the sentence,
// such as "must be more than 0".  readSettings adds where the value came from.
func InvalidSetting(name, format string, args ...any) error {
	return Misuse(&settingError{name, fmt.Errorf("--"+name+" "+format, args...)})
}

// settingErr returns err as an error of a setting, nil for nil.  Unlike that of
// InvalidSetting, it may be about the target of a setting, such as a database that
// is unreachable.
func settingErr(name string, err error) error {
	if err == nil {
		return nil
	}
	return &settingError{name, fmt.Errorf("--%s: %w", name, err)}
}

// Error returns the sentence.
func (e *settingError) Error() string { return e.err.Error() }

// Unwrap returns the cause.
func (e *settingError) Unwrap() error { return e.err }

// Words for what a flag takes.
const aText = "text"

// kindOf returns a word for what a flag takes.
func kindOf(f cli.Flag) string {
	about, ok := f.(cli.DocGenerationFlag)
	if !ok {
		return aText
	}
	if _, isSize := f.(*sizeFlag); isSize {
		return "a size such as 4MiB"
	}
	switch name := about.TypeName(); {
	case name == "bool":
		return "true or false"
	case name == "duration":
		return "a duration such as 30s or 2m"
	case name == "float":
		return "a number"
	case strings.HasPrefix(name, "int"), strings.HasPrefix(name, "uint"):
		return "a whole number"
	}
	if multi, ok := f.(cli.DocGenerationMultiValueFlag); ok && multi.IsMultiValueFlag() {
		return "a list"
	}
	return aText
}

// group puts flags into a group of the help, except those that have one.
func group(title string, flags []cli.Flag) []cli.Flag {
	for _, f := range flags {
		if f, ok := f.(cli.CategorizableFlag); ok && f.GetCategory() == "" {
			f.SetCategory(title)
		}
	}
	return flags
}
