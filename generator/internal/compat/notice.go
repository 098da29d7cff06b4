package compat

import (
	"fmt"
	"slices"
	"strings"

	"almanac/generator/internal/model"
	"almanac/resources/dsl"
)

// Notice is what clients notice of a description since the last release.
type Notice struct {
	Changes []Change // Nothing before the first release.
	Raised  bool     // The version of the interface is above the released one, so that anything may break.
	Next    int      // The version that would let anything break.
}

// NoticeOf compares generated files with the last release.  Its error says
// that a lock cannot be read.
func NoticeOf(files []model.Generated, before model.Previous) (Notice, error) {
	_, released, err := before.Locks()
	if err != nil || released == nil {
		return Notice{}, err
	}
	now, err := lockAmong(files)
	if err != nil {
		return Notice{}, err
	}
	return Notice{
		Changes: Compare(released, now),
		Raised:  now.Interface.Version > released.Interface.Version,
		Next:    released.Interface.Version + 1,
	}, nil
}

// lockAmong reads the schema lock among generated files.
func lockAmong(files []model.Generated) (*model.Lock, error) {
	i := slices.IndexFunc(files, func(f model.Generated) bool { return f.Path == model.LockPath })
	if i < 0 {
		return nil, fmt.Errorf("no %s among the files", model.LockPath)
	}
	return model.ReadLock(files[i].Text)
}

// Open lists the breaking changes that nothing accepts.
func (n Notice) Open() []Change {
	var open []Change
	for _, c := range n.Changes {
		if c.Class == model.Breaking && c.Reason == "" && !n.Raised {
			open = append(open, c)
		}
	}
	return open
}

// Breaking lists what breaks, whether it is accepted or not.
func (n Notice) Breaking() []Change {
	return slices.DeleteFunc(slices.Clone(n.Changes), func(c Change) bool { return c.Class != model.Breaking })
}

// Demand says what breaks without a word and what there is to write; "" when
// every change is accepted.
func (n Notice) Demand() string {
	open := n.Open()
	if len(open) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("clients of the last release would notice, and nothing in the description accepts it:\n")
	for i, c := range open {
		fmt.Fprintf(&b, "%s: %s\n", c.File, c)
		if line := c.line(); line != "" && (i+1 == len(open) || open[i+1].line() != line || open[i+1].Resource != c.Resource) {
			fmt.Fprintf(&b, "\tto accept it write in %s: %s\n", c.File, line)
		}
	}
	fmt.Fprintf(&b, "or set Version: %d in %s, which lets all of it break", n.Next, InterfaceFile)
	return b.String()
}

// line is what accepts the change, "" when only another version can.
func (c Change) line() string {
	const reason = `"why clients can live with it"`
	switch {
	case c.Resource == "":
		return ""
	case c.Part == dsl.PartField:
		return fmt.Sprintf("AcceptedBreaks: []dsl.AcceptedBreak{dsl.AcceptFieldBreak(%q, %s)},", c.Name, reason)
	case c.Part == dsl.PartParam:
		return fmt.Sprintf("AcceptedBreaks: []dsl.AcceptedBreak{dsl.AcceptParamBreak(%q, %s)},", c.Name, reason)
	default:
		return fmt.Sprintf("AcceptedBreaks: []dsl.AcceptedBreak{dsl.AcceptRouteBreak(%s)},", reason)
	}
}

// String words the change without its reason: "field fax of venue is gone".
func (c Change) String() string {
	subject := c.Resource
	switch {
	case c.Resource == "":
		subject = "the interface"
	case c.Part == dsl.PartField:
		subject = "field " + c.Name + " of " + c.Resource
	case c.Part == dsl.PartParam:
		subject = "list parameter " + c.Name + " of " + c.Resource
	}
	return subject + " " + c.Text
}
