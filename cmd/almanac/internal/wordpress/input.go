package wordpress

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"almanac/runtime/apierror"
	"almanac/runtime/httpapi"
	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/records"
)

// read answers one record.
func (e *exchange) read() (int, any, error) {
	d := param.NewDecoder(e.Values)
	params := object{}
	if password := d.String("password").Value; password != "" {
		params["password"] = password
	}
	asked := d.String("context").Value
	if f := d.Err(); f != nil {
		return 0, nil, f
	}
	if asked == "edit" {
		params["context"] = asked // Its editors see a protected post without its password.
	}
	one, err := e.api.Records.Get(e.call(params), e.kind.resource, records.Key{ID: e.id()})
	if err != nil {
		return 0, nil, err
	}
	context, err := e.context(e.edits(one))
	if err != nil {
		return 0, nil, err
	}
	body, err := e.showOne(one, context)
	return http.StatusOK, body, err
}

// showOne returns the record that a response is about, which gets its entity tag.
func (e *exchange) showOne(one *records.Record, context string) (object, error) {
	if one.Replayed != nil {
		httpapi.SetVersion(e.w, one.Replayed.Version)
	} else {
		httpapi.SetVersion(e.w, one.Common().Version)
	}
	return e.show(one, context)
}

// edits reports whether the caller may change a record.
func (e *exchange) edits(one *records.Record) bool {
	permissions := e.kind.resource.Permissions
	if p, ok := one.Record.(model.PostRecord); ok {
		return permissions.CanEdit(e.Caller, p.AsPost().Author, p.AsPost().StatusOutsideTrash())
	}
	return permissions.CanEditTerms(e.Caller)
}

// id returns the ID in the path.
func (e *exchange) id() int64 {
	id, _ := strconv.ParseInt(e.last, 10, 64) // The route takes nothing else.
	return id
}

// create makes a record.
func (e *exchange) create() (int, any, error) {
	e.denied = "rest_cannot_create"
	input, err := e.input()
	if err != nil {
		return 0, nil, err
	}
	if input["status"] == nil && e.kind.resource.Post {
		input["status"] = "draft" // The default of WordPress; that of the API is to publish.
	}
	call, write := e.call(input), e.api.Writes.NewBody(e.kind.resource)
	write.Decode(call.Params, true)
	one, err := e.api.Records.Create(call, e.kind.resource, write)
	if err != nil {
		return 0, nil, err
	}
	body, err := e.showOne(one, "edit")
	if err == nil {
		e.header.Set("Location", e.itemURL(body["id"]))
	}
	return http.StatusCreated, body, err
}

// update changes a record.
func (e *exchange) update() (int, any, error) {
	e.denied = "rest_cannot_edit"
	input, err := e.input()
	if err != nil {
		return 0, nil, err
	}
	call, write := e.call(input), e.api.Writes.NewBody(e.kind.resource)
	write.Decode(call.Params, false)
	one, err := e.api.Records.Update(call, e.kind.resource, records.Key{ID: e.id()}, write)
	if err != nil {
		return 0, nil, err
	}
	body, err := e.showOne(one, "edit")
	return http.StatusOK, body, err
}

// delete moves a post to the trash, or deletes a record permanently.
func (e *exchange) delete() (int, any, error) {
	e.denied = "rest_cannot_delete"
	d := param.NewDecoder(e.Values)
	force := d.Boolean("force").ValueOr(false)
	if f := d.Err(); f != nil {
		return 0, nil, f
	}
	if e.kind.resource.Term && !force {
		return 0, nil, apierror.New(http.StatusNotImplemented, "rest_trash_not_supported",
			"Terms cannot be moved to the trash. Send force=true to delete this one.")
	}
	call := e.call(nil)
	call.Force = force
	one, err := e.api.Records.Delete(call, e.kind.resource, records.Key{ID: e.id()})
	if err != nil {
		return 0, nil, err
	}
	body, err := e.showOne(one, "edit")
	if force && err == nil {
		delete(body, "_links")
		return http.StatusOK, object{"deleted": true, "previous": body}, nil
	}
	return http.StatusOK, body, err
}

// input translates the body of a write.
func (e *exchange) input() (object, error) {
	input, values := object{}, e.Values
	for member, field := range e.kind.fields {
		if value, sent := values.LookupAll(member); sent {
			input[field] = raw(value)
		}
	}
	if _, sent := values.Lookup("password"); sent && e.kind.fields["password"] == "" && e.kind.resource.Post {
		return nil, apierror.InvalidParamError("password", "password: only events can be protected.")
	}
	sent, found := values.Lookup("meta")
	meta, is := sent.(map[string]any)
	if list, empty := sent.([]any); found && !is && (!empty || len(list) > 0) {
		return nil, apierror.InvalidParamError("meta", "meta must be an object.")
	}
	for _, m := range e.kind.meta {
		if value, sent := meta[m.key]; sent && m.form != metaDerived {
			input[m.field] = m.value(value, meta)
		}
	}
	return input, nil
}

// raw returns the text of a member that may be an object with the text as it is stored and
// as it is shown.
func raw(value any) any {
	both, _ := value.(map[string]any)
	for _, form := range []string{"raw", "rendered"} {
		if text, ok := both[form]; ok {
			return text
		}
	}
	return value
}

// value translates a value of meta.
func (m metaField) value(value any, meta object) any {
	switch {
	case m.form == metaStatus && value == "":
		return "scheduled"
	case m.form == metaNumber && value == "":
		return nil
	case m.key == "_EventCost":
		return withCurrency(value, meta)
	}
	return value
}

// withCurrency returns a cost with the currency that stands beside it in meta.
func withCurrency(value any, meta object) any {
	var cost string
	switch value := value.(type) {
	case string:
		cost = value
	case json.Number:
		cost = value.String()
	}
	symbol, _ := meta["_EventCurrencySymbol"].(string)
	code, _ := meta["_EventCurrencyCode"].(string)
	switch {
	case cost == "" || symbol == "" && code == "" || symbol != "" && strings.Contains(cost, symbol):
		return value
	case symbol == "":
		return cost + " " + code
	case meta["_EventCurrencyPosition"] == "suffix" || meta["_EventCurrencyPosition"] == "postfix":
		return cost + symbol
	}
	return symbol + cost
}
