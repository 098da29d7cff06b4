package openapi

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/auth"
	"almanac/runtime/model"
)

// RoleKey is the key in an operation's Metadata of the auth.Role that callers need, where no
// resource says it.
const RoleKey = "role"

// describeRole says which role callers of an operation need that is about no resource.
func describeRole(op *huma.Operation) {
	role, ok := op.Metadata[RoleKey].(auth.Role)
	if !ok || role == auth.RoleVisitor {
		return
	}
	op.Security = credentials()
	op.Description = strings.TrimSpace(fmt.Sprintf("%s Requires the %s role or higher.", op.Description, role))
	op.Extensions = map[string]any{"x-least-role": string(role)}
}

// describeReading says who may read records that not everybody may read.
func describeReading(op *huma.Operation, k *model.Resource) {
	if read := k.Permissions.Read; read != "" && read != auth.RoleVisitor {
		text := fmt.Sprintf("Returns %s only to the %s role or higher.", k.Plural, read)
		if k.Permissions.Owner != "" {
			text = fmt.Sprintf("Returns %s only to the %s role or higher, and own ones to their owners.", k.Plural, read)
		}
		describe(op, text)
	}
}

// describeAccess says who may call a write of a resource; x-least-role names the
// least role that can succeed with it.
func describeAccess(op *huma.Operation, k *model.Resource) {
	if k == nil {
		return
	}
	if a := actionOf(op); a != nil && (a.Role != "" || a.Owner) {
		describeActionAccess(op, k, a)
		return
	}
	access, creates := k.Permissions, op.DefaultStatus == http.StatusCreated
	least, text := access.Create, ""
	switch {
	case creates:
	case k.Post:
		least = access.EditDrafts
		text = fmt.Sprintf(
			" Changing your own published records requires the %s role, changing those of others the %s role.",
			access.Edit.OrDefault(), access.EditOthers.OrDefault())
	case op.Method == http.MethodDelete:
		least = access.Delete
	default:
		least = access.Edit
	}
	if creates && k.Post && access.Publish.OrDefault() != access.Create.OrDefault() {
		text = fmt.Sprintf(" If a user below the %s role sends status publish, the record is submitted for review instead.",
			access.Publish.OrDefault())
	}
	role := least.OrDefault()
	enough := role
	if own := access.EditOwn; !creates && access.Owner != "" && own != "" && !own.Includes(role) {
		enough, text = own, fmt.Sprintf(" For your own records the %s role is enough.", own)
	}
	describe(op, fmt.Sprintf("Requires the %s role or higher.%s", role, text))
	op.Extensions = map[string]any{"x-least-role": string(enough)}
}

// describeActionAccess says who may perform an action that the description grants to somebody else than
// to those who may update the record.
func describeActionAccess(op *huma.Operation, k *model.Resource, a *model.Action) {
	role, text := a.Role, ""
	if role == "" {
		role = k.Permissions.Edit.OrDefault()
	}
	least := role
	if a.Owner {
		least, text = auth.RoleSubscriber, " The owner of the record may do it too."
	}
	describe(op, fmt.Sprintf("Requires the %s role or higher.%s", role, text))
	op.Extensions = map[string]any{"x-least-role": string(least)}
}

// describe adds sentences to the description of an operation.
func describe(op *huma.Operation, text string) {
	op.Description = strings.TrimSpace(op.Description + " " + text)
}
