package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strings"

	"almanac/generator"
	"almanac/resources/dsl"
)

// finding is one difference between two documents, as oasdiff tells it.
type finding struct {
	ID        string `json:"id"`
	Text      string `json:"text"`
	Level     int    `json:"level"` // 1 for information, 2 for a warning, 3 for an error.
	Operation string `json:"operation"`
	Path      string `json:"path"`
}

// differences runs oasdiff and returns what breaks clients.
func (c command) differences(ctx context.Context, before, after string) ([]finding, error) {
	args := append(slices.Clone(c.tool[1:]), "changelog", before, after, "--format", "json")
	tool := exec.CommandContext(ctx, c.tool[0], args...)
	var said bytes.Buffer
	tool.Stderr = &said
	out, err := tool.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %s", strings.Join(c.tool, " "), err, strings.TrimSpace(said.String()))
	}
	var all []finding
	if len(bytes.TrimSpace(out)) > 0 {
		if err := json.Unmarshal(out, &all); err != nil {
			return nil, fmt.Errorf("%s: %w", strings.Join(c.tool, " "), err)
		}
	}
	return slices.DeleteFunc(all, func(f finding) bool { return !f.breaks() }), nil
}

// harmless has the ends of findings and the names for which they are no break: headers that
// the document of 1.1.0 calls required, although uploads never sent them with every
// response, and fields whose null is in anyOf since, where oasdiff does not look for it.  The
// next release can do without the list.
var harmless = map[string][]string{
	"became optional for the status `201`": {"idempotency-replayed", "x-wp-upload-attachment-id"},
	"became not nullable":                  {"show_map", "show_map_link"},
}

// breaks reports whether clients lose something.  Oasdiff only informs about
// members that responses do not always have, which clients read nevertheless.
// Bounds of fields are from the description, whose comparison judges them.
func (f finding) breaks() bool {
	if f.ID == "request-property-min-set" || f.ID == "request-property-max-set" {
		return false
	}
	for end, names := range harmless {
		if slices.ContainsFunc(names, f.names) && strings.HasSuffix(media.ReplaceAllString(f.Text, ""), end) {
			return false
		}
	}
	return f.Level > 1 || f.ID == "response-optional-property-removed"
}

// unexplained returns the findings that the comparison of the descriptions
// does not know of.  What it knows of is judged there.
func unexplained(all []finding, n generator.CompatibilityReport) []finding {
	if n.VersionRaised {
		return nil
	}
	known := n.Breaking()
	return slices.DeleteFunc(slices.Clone(all), func(f finding) bool {
		return slices.ContainsFunc(known, f.follows)
	})
}

// named finds the names in the text of a finding.
var named = regexp.MustCompile("`[^`]+`")

// follows reports whether a finding follows from a change of the description: it
// is on a route of the resource, or names the field or parameter.  A field shows
// wherever its record is embedded, a parameter on its own list alone.
func (f finding) follows(c generator.APIChange) bool {
	if c.Resource == "" {
		return c.Reason != "" // What all routes share.
	}
	first, _, _ := strings.Cut(strings.TrimPrefix(f.Path, "/"), "/")
	own := first == c.Plural && c.Plural != ""
	if c.Part == dsl.PartRoutes {
		return own || f.names(c.Plural)
	}
	if c.Part == dsl.PartParam && !own {
		return false
	}
	return f.names(c.Name) || c.RenamedFrom != "" && f.names(c.RenamedFrom)
}

// names reports whether the text of a finding has the name in a path of
// members.
func (f finding) names(name string) bool {
	for _, quoted := range named.FindAllString(f.Text, -1) {
		if slices.Contains(strings.Split(strings.Trim(quoted, "`"), "/"), name) {
			return true
		}
	}
	return false
}

// media is what findings about bodies end with; the same holds for all of them.
var media = regexp.MustCompile(` \(media type: [^)]*\)$`)

// shown is the number of findings that are printed: one change of a record shows on every
// route that embeds it.
const shown = 20

// verdict makes an error of findings, nil of none.
func verdict(deployment string, found []finding) error {
	if len(found) == 0 {
		return nil
	}
	var lines []string
	for _, f := range found {
		line := strings.TrimSpace(f.Operation+" "+f.Path) + ": " + media.ReplaceAllString(f.Text, "")
		if !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	if more := len(lines) - shown; more > 0 {
		lines = append(lines[:shown], fmt.Sprintf("and %d more", more))
	}
	return errors.New("the OpenAPI document of deployment " + deployment + " breaks clients of the last release:\n\t" +
		strings.Join(lines, "\n\t") +
		"\nto accept it write in the resource that it is about, or in resources/api.go when it is about all of them: " +
		"AcceptedBreaks: []dsl.AcceptedBreak{dsl.AcceptRouteBreak(\"why clients can live with it\")}," +
		"\nor raise Version in resources/api.go, which allows all of it")
}
