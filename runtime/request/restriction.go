package request

import (
	"context"

	"almanac/runtime/filter"
)

// restrictionKey is the key of the restriction in a request's context.
type restrictionKey struct{}

// WithRestriction returns the context of a request to the desk whose lists are restricted: the desk
// hands it on to package records, which does not read contexts.
func WithRestriction(ctx context.Context, r filter.Restriction) context.Context {
	return context.WithValue(ctx, restrictionKey{}, r)
}

// RestrictionOf returns the restriction of a context, one that lets everything pass for none.
func RestrictionOf(ctx context.Context) filter.Restriction {
	r, _ := ctx.Value(restrictionKey{}).(filter.Restriction)
	return r
}
