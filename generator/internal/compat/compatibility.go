package compat

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"almanac/generator/internal/model"
	"almanac/resources/dsl"
)

// CompatibilityReport has the API changes since the last release.
type CompatibilityReport struct {
	Changes       []APIChange // None before the first release.
	VersionRaised bool        // The version is above the released one, which accepts all changes.
	NextVersion   int         // The version that would accept all changes.
}

// CheckCompatibility compares generated files with the last release. It
// returns an error if a lock file cannot be decoded.
func CheckCompatibility(files []model.File, before model.PreviousOutput) (CompatibilityReport, error) {
	_, released, err := before.Lockfiles()
	if err != nil || released == nil {
		return CompatibilityReport{}, err
	}
	now, err := lockfileIn(files)
	if err != nil {
		return CompatibilityReport{}, err
	}
	return CompatibilityReport{
		Changes:       Compare(released, now),
		VersionRaised: now.API.Version > released.API.Version,
		NextVersion:   released.API.Version + 1,
	}, nil
}

// lockfileIn decodes the lock file among generated files.
func lockfileIn(files []model.File) (*model.Lockfile, error) {
	i := slices.IndexFunc(files, func(f model.File) bool { return f.Path == model.LockfilePath })
	if i < 0 {
		return nil, fmt.Errorf("no %s among the files", model.LockfilePath)
	}
	return model.ParseLockfile(files[i].Content)
}

// Unaccepted returns the breaking changes that nothing accepts.
func (r CompatibilityReport) Unaccepted() []APIChange {
	return slices.DeleteFunc(r.Breaking(), func(c APIChange) bool { return c.Reason != "" || r.VersionRaised })
}

// Breaking returns all breaking changes, accepted or not.
func (r CompatibilityReport) Breaking() []APIChange {
	return slices.DeleteFunc(slices.Clone(r.Changes), func(c APIChange) bool { return c.Class != model.ChangeBreaking })
}

// FailureMessage lists the unaccepted breaking changes of a description, where it
// makes them, and what to write to accept them; "" if there are none.
func (r CompatibilityReport) FailureMessage(api dsl.API, described []dsl.Resource) string {
	open := r.Unaccepted()
	if len(open) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("breaking changes for clients of the last release that nothing in the description accepts:\n")
	for i, c := range open {
		fmt.Fprintf(&b, "%s: %s\n", c.position(api, described), c)
		if line := c.line(); line != "" &&
			(i+1 == len(open) || open[i+1].line() != line || open[i+1].Resource != c.Resource) {
			fmt.Fprintf(&b, "\tto accept it write in %s: %s\n", c.File, line)
		}
	}
	fmt.Fprintf(&b, "or set Version: %d in %s, which allows all of it", r.NextVersion, APIFile)
	return b.String()
}

// position returns where the description makes the change: the line of the field
// or parameter, or that of the resource that has it no more. Line is 0 if the
// resource is gone, too.
func (c APIChange) position(api dsl.API, described []dsl.Resource) token.Position {
	if c.Resource == "" {
		return api.MemberPosition("Namespace")
	}
	i := slices.IndexFunc(described, func(r dsl.Resource) bool { return r.Name == c.Resource })
	if i < 0 {
		return token.Position{Filename: c.File}
	}
	for _, f := range described[i].Fields {
		if c.Part == dsl.PartField && f.Spec().Name == c.Name {
			return f.Spec().Position()
		}
	}
	for _, p := range described[i].ParamSpecs() {
		if c.Part == dsl.PartParam && p.Name == c.Name {
			return p.Position()
		}
	}
	for _, a := range described[i].Actions {
		if c.Part == dsl.PartAction && a.Spec().Name == c.Name {
			return a.Spec().Position()
		}
	}
	return described[i].Position()
}

// line returns the line of the description that accepts the change; "" if only
// another version can.
func (c APIChange) line() string {
	const reason = `"why clients can live with it"`
	switch {
	case c.Resource == "":
		return ""
	case c.Part == dsl.PartField:
		return fmt.Sprintf("AcceptedBreaks: []dsl.AcceptedBreak{dsl.AcceptFieldBreak(%q, %s)},", c.Name, reason)
	case c.Part == dsl.PartParam:
		return fmt.Sprintf("AcceptedBreaks: []dsl.AcceptedBreak{dsl.AcceptParamBreak(%q, %s)},", c.Name, reason)
	case c.Part == dsl.PartAction:
		return fmt.Sprintf("AcceptedBreaks: []dsl.AcceptedBreak{dsl.AcceptActionBreak(%q, %s)},", c.Name, reason)
	default:
		return fmt.Sprintf("AcceptedBreaks: []dsl.AcceptedBreak{dsl.AcceptRouteBreak(%s)},", reason)
	}
}

// String describes the change without its reason: "field fax of venue is
// gone".
func (c APIChange) String() string {
	subject := c.Resource
	switch {
	case c.Resource == "":
		subject = "the interface"
	case c.Part == dsl.PartField:
		subject = "field " + c.Name + " of " + c.Resource
	case c.Part == dsl.PartParam:
		subject = "list parameter " + c.Name + " of " + c.Resource
	case c.Part == dsl.PartAction:
		subject = "action " + c.Name + " of " + c.Resource
	}
	return subject + " " + c.Text
}
