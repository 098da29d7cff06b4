package openapi

import (
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/auth"
	"almanac/runtime/model"
)

// describeReading says who may read records that not everybody may read.
func describeReading(op *huma.Operation, k *model.Resource) {
	if read := k.Permissions.Read; read != "" && read != auth.RoleVisitor {
		op.Description += fmt.Sprintf(" Shows %s to the role %s and those above it, to nobody else.", k.Plural, read)
	}
}

// describeAccess says who may call a write of a resource; x-least-role names the
// least role that can succeed with it.
func describeAccess(op *huma.Operation, k *model.Resource) {
	if k == nil {
		return
	}
	access, creates := k.Permissions, op.DefaultStatus == http.StatusCreated
	least, text := access.Create, ""
	switch {
	case creates:
	case k.Post:
		least = access.EditDrafts
		text = fmt.Sprintf(" Own published records need the role %s, those of others %s.", access.Edit.OrDefault(),
			access.EditOthers.OrDefault())
	case op.Method == http.MethodDelete:
		least = access.Delete
	default:
		least = access.Edit
	}
	if creates && k.Post && access.Publish.OrDefault() != access.Create.OrDefault() {
		text = fmt.Sprintf(" What users below the role %s publish waits for review.", access.Publish.OrDefault())
	}
	role := least.OrDefault()
	op.Description += fmt.Sprintf(" Needs the role %s or one above it.%s", role, text)
	op.Extensions = map[string]any{"x-least-role": string(role)}
}
