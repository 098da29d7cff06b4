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
		op.Description += fmt.Sprintf(" Returns %s to %s or higher only.", k.Plural, read)
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
		text = fmt.Sprintf(" Changing your own published records requires %s, other people's %s.", access.Edit.OrDefault(),
			access.EditOthers.OrDefault())
	case op.Method == http.MethodDelete:
		least = access.Delete
	default:
		least = access.Edit
	}
	if creates && k.Post && access.Publish.OrDefault() != access.Create.OrDefault() {
		text = fmt.Sprintf(" Records published by users below %s are submitted for review.", access.Publish.OrDefault())
	}
	role := least.OrDefault()
	op.Description += fmt.Sprintf(" Requires %s or higher.%s", role, text)
	op.Extensions = map[string]any{"x-least-role": string(role)}
}
