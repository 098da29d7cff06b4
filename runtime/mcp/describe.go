package mcp

import (
	"slices"
	"strconv"

	"almanac/runtime/auth"
	"almanac/runtime/model"
)

// describeInput has the arguments of describe.
type describeInput struct {
	Resource string `json:"resource"`
	Cursor   string `json:"cursor"`
}

// description is the answer of describe: its parts in this order, as many as there is room for.
type description struct {
	Service   string           `json:"service,omitempty"`
	TimeZone  string           `json:"time_zone,omitempty"` // Of dates and times without one.
	Caller    string           `json:"caller,omitempty"`    // Role.
	Resources []map[string]any `json:"resources,omitempty"`

	Resource string           `json:"resource,omitempty"`
	About    string           `json:"about,omitempty"`
	May      []string         `json:"may,omitempty"` // Tools of which there can be a record that the caller may use them on.
	Fields   []map[string]any `json:"fields,omitempty"`
	Filters  []map[string]any `json:"filters,omitempty"`
	Actions  []map[string]any `json:"actions,omitempty"`
	Cursor   string           `json:"cursor,omitempty"`
}

// describe lists the resources, or what one of them has.
func (c *call) describe(in *describeInput) (*answer, error) {
	from := 0
	if in.Cursor != "" {
		var err error
		if from, err = strconv.Atoi(in.Cursor); err != nil || from < 1 {
			return nil, invalid("cursor", "cursor must be that of the last answer.")
		}
	}
	out := &description{}
	var parts []part
	if in.Resource == "" {
		out.Service, out.TimeZone = c.api.Env.Service.Title, c.api.Env.Deployment.Zone.String()
		if out.Caller = string(c.caller.Role); c.caller.IsAnonymous() {
			out.Caller = "visitor"
		}
		for _, k := range c.kinds {
			parts = append(parts, part{&out.Resources, c.outline(k)})
		}
	} else {
		k, err := c.kindOf(in.Resource)
		if err != nil {
			return nil, err
		}
		out.Resource, out.About, out.May = k.Plural, k.Doc, c.may(k)
		for _, a := range k.values {
			parts = append(parts, part{&out.Fields, k.describeArg(a, true)})
		}
		for _, a := range k.filters {
			parts = append(parts, part{&out.Filters, k.describeArg(a, false)})
		}
		for _, a := range k.Actions {
			parts = append(parts, part{&out.Actions, k.describeAction(a, c.mayAct(k, a))})
		}
	}
	for i, p := range parts {
		if i < from {
			continue
		}
		if *p.of = append(*p.of, p.value); size(out) > maxAnswer && i > from {
			*p.of = (*p.of)[:len(*p.of)-1]
			out.Cursor = strconv.Itoa(i)
			break
		}
	}
	text := "Descriptions."
	if out.Cursor != "" {
		text += " There are more: use cursor."
	}
	return &answer{value: out, text: text}, nil
}

// part is a part of a description, and the list that it belongs to.
type part struct {
	of    *[]map[string]any
	value map[string]any
}

// outline describes a resource in a list of all.
func (c *call) outline(k *kind) map[string]any {
	return map[string]any{"resource": k.Plural, "about": k.Doc, "may": c.may(k)}
}

// may returns the tools by which the caller can do something with records of a resource.  Whether with
// a certain one, the record decides.
func (c *call) may(k *kind) []string {
	update, remove := c.mayChange(k)
	list := []string{"find", "get"}
	for tool, may := range map[string]bool{
		"create": k.Permissions.CanCreate(c.caller), "update": update, "delete": remove,
		"act": slices.ContainsFunc(k.Actions, func(a *model.Action) bool { return c.mayAct(k, a) }),
	} {
		if may {
			list = append(list, tool)
		}
	}
	slices.SortFunc(list, func(a, b string) int { return slices.Index(toolOrder, a) - slices.Index(toolOrder, b) })
	return list
}

// toolOrder is the order of tools in a description.
var toolOrder = []string{"find", "get", "create", "update", "delete", "act"}

// mayChange reports whether there can be a record that the caller may update, or delete.
func (c *call) mayChange(k *kind) (update, remove bool) {
	p := k.Permissions
	has := func(least auth.Role) bool { return c.caller.Role.Includes(least.OrDefault()) }
	if k.Post {
		update = has(p.Edit) || has(p.EditDrafts) || has(p.EditOthers)
		return update, update
	}
	own := p.Owner != "" && p.EditOwn != "" && has(p.EditOwn)
	return has(p.Edit) || own, has(p.Delete) || own
}

// mayAct reports whether there can be a record on which the caller may perform an action.
func (c *call) mayAct(k *kind, a *model.Action) bool {
	update, _ := c.mayChange(k)
	return a.Allows(c.caller, k.Permissions, c.caller.User, update)
}

// describeArg describes a field or a filter.
func (k *kind) describeArg(a *model.Arg, field bool) map[string]any {
	d := map[string]any{"name": a.Name}
	set := func(name string, value any, is bool) {
		if is {
			d[name] = value
		}
	}
	set("type", a.Type, a.Type != "")
	set("about", a.Schema.Description, a.Schema.Description != "")
	set("values", enumOf(a), len(enumOf(a)) > 0)
	set("default", a.Default, a.Default != nil)
	set("otherwise", a.Unset, a.Unset != "" && a.Unset != "null")
	if of := k.links[a.Name]; of != nil {
		d["links_to"] = of.Plural
	}
	set("deprecated", a.Deprecated.Replacement, a.Deprecated.IsSet())
	if !field {
		return d
	}
	set("required", true, a.Required)
	set("never_null", true, a.NotNull && !a.Required)
	set("only_written", true, a.WriteOnly)
	set("html", true, a.HTML)
	if s := k.StateOf(a.Name); s != nil {
		set("next", s.Next, true)
		set("by_actions_only", true, s.ByActions)
	}
	return d
}

// describeAction describes an action.
func (k *kind) describeAction(a *model.Action, may bool) map[string]any {
	d := map[string]any{"action": a.Name, "about": a.Doc, "may": may}
	sets := map[string]any{}
	for _, v := range a.Values {
		sets[v.Field] = v.Value
	}
	if len(sets) > 0 {
		d["sets"] = sets
	}
	var inputs []map[string]any
	for _, arg := range k.inputs[a] {
		inputs = append(inputs, k.describeArg(arg, true))
	}
	if len(inputs) > 0 {
		d["values"] = inputs
	}
	return d
}
