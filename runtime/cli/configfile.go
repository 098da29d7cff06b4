package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/agext/levenshtein"
	"github.com/pelletier/go-toml/v2"
	"github.com/urfave/cli/v3"

	"almanac/runtime/deployment"
)

// configName is the flag that names the file with settings.
const configName = "config"

// configFlag names the file with settings.  It is no setting itself, as it says
// where these are.
func configFlag(variable string) cli.Flag {
	return group("Settings", []cli.Flag{text(configName, "",
		"settings `FILE` in TOML, with lines like site-url = \"https://shop.example\"; or set "+variable)})[0]
}

// config is what a file sets, in the form that flags take.
type config struct {
	path   string
	values map[string][]string
}

// configFile reads the file that the command line or the environment names.  The
// error is one sentence that names the file and the key.
func configFile(c *cli.Command, known map[string]bool) (config, error) {
	variable := prefix(c) + "CONFIG"
	path := cmp.Or(c.String(configName), os.Getenv(variable))
	if path == "" {
		return config{}, nil
	}
	origin := deployment.Origin{Place: deployment.InEnvironment, Name: variable}
	if c.String(configName) != "" {
		origin = onCommandLine(configName)
	}
	text, err := os.ReadFile(path) //nolint:gosec // The operator names the file.
	if err != nil {
		var at *fs.PathError
		if errors.As(err, &at) {
			err = at.Err
		}
		return config{}, fmt.Errorf("--config must be a readable file; %s: %w (%s)", path, err, origin)
	}
	return parseConfig(path, text, known)
}

// parseConfig reads the text of a file.
func parseConfig(path string, text []byte, known map[string]bool) (config, error) {
	var keys map[string]any
	if err := toml.Unmarshal(text, &keys); err != nil {
		var syntax *toml.DecodeError
		if errors.As(err, &syntax) {
			line, column := syntax.Position()
			return config{}, fmt.Errorf("%s is not TOML: line %d, column %d: %s", path, line, column,
				strings.TrimPrefix(syntax.Error(), "toml: "))
		}
		return config{}, fmt.Errorf("%s is not TOML: %w", path, err)
	}
	file := config{path: path, values: map[string][]string{}}
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if !known[key] {
			return config{}, fmt.Errorf("%s: unknown setting %q%s", path, key,
				suggestion(key, slices.Collect(maps.Keys(known)), ""))
		}
		values, ok := flagValues(keys[key])
		if !ok {
			return config{}, fmt.Errorf("%s: %s must be a string, a number, true or false, or a list of these", path, key)
		}
		file.values[key] = values
	}
	return file, nil
}

// flagValues returns a value of TOML as a flag takes it, once for each element of
// a list, and false for what no flag takes.
func flagValues(value any) ([]string, bool) {
	switch v := value.(type) {
	case string, int64, float64, bool:
		return []string{fmt.Sprint(v)}, true
	case []any:
		list := []string{}
		for _, element := range v {
			one, ok := flagValues(element)
			if !ok || len(one) != 1 {
				return nil, false
			}
			list = append(list, one...)
		}
		return list, true
	}
	return nil, false
}

// suggestion returns a question about the name that a word was probably meant to be,
// with a prefix; "" when none comes near.
func suggestion(word string, names []string, prefix string) string {
	slices.Sort(names)
	best, least := "", len(word)/3+1
	for _, name := range names {
		if d := levenshtein.Distance(word, name, nil); d <= least {
			best, least = name, d-1
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %s%s?)", prefix, best)
}
