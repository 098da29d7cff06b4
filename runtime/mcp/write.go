package mcp

import (
	"encoding/json"
	"net/http"
	"net/url"

	"almanac/runtime/model"
)

// writeOptions are the arguments of all tools that write.
type writeOptions struct {
	DryRun         bool   `json:"dry_run"`
	IdempotencyKey string `json:"idempotency_key"`
}

// createInput has the arguments of create.
type createInput struct {
	writeOptions

	Resource string         `json:"resource"`
	Values   map[string]any `json:"values"`
}

// changeInput has the arguments of update, delete and act.
type changeInput struct {
	writeOptions

	Resource      string         `json:"resource"`
	ID            json.Number    `json:"id"`
	Version       json.Number    `json:"version"`
	Action        string         `json:"action"`
	Values        map[string]any `json:"values"`
	ApplyTo       string         `json:"apply_to"`
	SeriesVersion json.Number    `json:"series_version"`
}

// create makes a record.
func (c *call) create(in *createInput) (*answer, error) {
	k, err := c.kindOf(in.Resource)
	if err != nil {
		return nil, err
	}
	if err := c.checkValues(k, "field of "+k.Plural, k.values, in.Values); err != nil {
		return nil, err
	}
	return c.write(k, http.MethodPost, "/"+k.Plural, url.Values{}, http.Header{}, in.Values, in.writeOptions, "Created.")
}

// update changes fields of a record.
func (c *call) update(in *changeInput) (*answer, error) {
	k, err := c.kindOf(in.Resource)
	if err != nil {
		return nil, err
	}
	if err := c.checkValues(k, "field of "+k.Plural, k.values, in.Values); err != nil {
		return nil, err
	}
	return c.change(k, in, http.MethodPatch, "", "Updated.")
}

// remove deletes a record.
func (c *call) remove(in *changeInput) (*answer, error) {
	k, err := c.kindOf(in.Resource)
	if err != nil {
		return nil, err
	}
	done := "Deleted."
	if k.Post {
		done = "Moved to the trash."
	}
	return c.change(k, in, http.MethodDelete, "", done)
}

// act performs an action on a record.
func (c *call) act(in *changeInput) (*answer, error) {
	k, err := c.kindOf(in.Resource)
	if err != nil {
		return nil, err
	}
	action := k.ActionNamed(in.Action)
	if action == nil {
		var names []string
		for _, a := range k.Actions {
			names = append(names, a.Name)
		}
		if len(names) == 0 {
			return nil, invalid("action", "%s have no actions.", k.Plural)
		}
		return nil, unknown("action of "+k.Plural, in.Action, names)
	}
	if err := c.checkValues(k, "value of the action "+action.Name, k.inputs[action], in.Values); err != nil {
		return nil, err
	}
	if in.Values == nil {
		in.Values = map[string]any{}
	}
	return c.change(k, in, http.MethodPost, "/"+action.Name, "Done.")
}

// change writes a record that the client has read in a version.
func (c *call) change(k *kind, in *changeInput, method, below, done string) (*answer, error) {
	query := url.Values{}
	if in.ApplyTo != "" || in.SeriesVersion != "" {
		if k.SeriesRoute == "" {
			return nil, invalid("apply_to", "Records of %s do not repeat: omit apply_to and series_version.", k.Plural)
		}
		if in.ApplyTo != "" && in.ApplyTo != "this" && in.SeriesVersion == "" {
			return nil, invalid("series_version", "Send series_version: get the record, the version is in %s.", seriesMember)
		}
		if in.ApplyTo != "" {
			query.Set("apply_to", in.ApplyTo)
		}
		if in.SeriesVersion != "" {
			query.Set("series_version", in.SeriesVersion.String())
		}
	}
	header := http.Header{"If-Match": {`"` + in.Version.String() + `"`}}
	return c.write(k, method, "/"+k.Plural+"/"+in.ID.String()+below, query, header, in.Values, in.writeOptions, done)
}

// write sends a write, and answers with the record as it is then.
func (c *call) write(
	k *kind, method, path string, query url.Values, header http.Header, values map[string]any, o writeOptions, done string,
) (*answer, error) {
	if o.DryRun {
		query.Set("dry_run", "true")
		done = "Nothing was changed: a dry run. The record would be as here."
	}
	if o.IdempotencyKey != "" {
		header.Set("Idempotency-Key", o.IdempotencyKey)
	}
	sent, err := c.ask(method, path, query, header, values)
	if err != nil {
		return nil, err
	}
	record, err := k.show(sent.Body, versionOf(sent), nil)
	if err != nil {
		return nil, err
	}
	out := &one{
		Resource: k.Plural, Record: record, DryRun: o.DryRun, Change: sent.Header.Get("Change-Id"),
		Replayed: sent.Header.Get("Idempotency-Replayed") != "",
	}
	if out.Replayed {
		done = "This was done before, with the same idempotency_key."
	}
	return k.fit(out, done+" "+dataNotice), nil
}

// checkValues returns an error for a field that writes would overlook, and for one that leads to
// records which agents do not see.
func (c *call) checkValues(k *kind, what string, args []*model.Arg, values map[string]any) error {
	for name, value := range values {
		if argNamed(args, name) == nil {
			return unknown(what, name, namesOf(args))
		}
		target := k.links[name]
		if target == nil {
			continue
		}
		list, ok := value.([]any)
		if !ok {
			list = []any{value}
		}
		for _, one := range list {
			described, ok := one.(map[string]any)
			if !ok {
				continue
			}
			of := c.kindNamed(target.Name)
			if err := c.checkValues(of, "field of "+of.Plural+" in "+name, of.values, without(described, "id")); err != nil {
				return err
			}
		}
	}
	return nil
}

// kindNamed returns the kind of a resource that agents see.
func (c *call) kindNamed(name string) *kind {
	for _, k := range c.kinds {
		if k.Name == name {
			return k
		}
	}
	return nil
}

// without returns a map without a key.
func without(m map[string]any, key string) map[string]any {
	rest := map[string]any{}
	for name, value := range m {
		if name != key {
			rest[name] = value
		}
	}
	return rest
}
