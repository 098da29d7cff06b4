package mutate

import (
	"net/http"

	"almanac/runtime/apierror"
	"almanac/runtime/messages"
)

// Hooks refuse a write by [Mutation.Fail], which adds what is wrong with a field, so that the
// response (400) has all of it at once, or by an error that they return: Forbidden or Conflict.
// Nothing of the write stays, clients get the status and the sentence, people at the desk the
// sentence, and an import skips the record and reports it.  Operations of a program return the
// same errors.  Other errors are those of the program: 500, and a line in the log.
//
// Formats are constants with verbs of package fmt.  API.Translations of the description may have
// them in other languages for the desk.

// Forbidden returns the error of what this caller may not do: 403 with the code rest_forbidden.
//
//	if !m.Caller.Role.Includes(auth.RoleEditor) {
//		return mutate.Forbidden("Only editors change orders that were sent.")
//	}
func Forbidden(format messages.Format, values ...any) error {
	return apierror.New(http.StatusForbidden, apierror.CodeForbidden, format, values...)
}

// Conflict returns the error of what the stored records do not allow now: 409 with the code
// rest_conflict.
//
//	return mutate.Conflict("The tool is lent until %s.", until)
func Conflict(format messages.Format, values ...any) error {
	return apierror.New(http.StatusConflict, apierror.CodeConflict, format, values...)
}

// Invalid returns the error of what a parameter or field of an operation must not be: 400 with
// its name.  Hooks note such errors by [Mutation.Fail], several at once.
//
//	return nil, mutate.Invalid("to", "%s must not be before %s.", mutate.Field("to"), mutate.Field("from"))
func Invalid(name string, format messages.Format, values ...any) error {
	return apierror.InvalidParamError(name, format, values...)
}

// Field returns the name of a field as a value of a format, for which the desk writes its label:
//
//	m.Fail("to", "%s must not be before %s.", mutate.Field("to"), mutate.Field("from"))
func Field(name string) apierror.Param { return apierror.Param(name) }
