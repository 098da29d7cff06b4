package runtime

import (
	"context"

	"almanac/runtime/store"
)

// counted returns a context whose statements count for the exchange, and for
// who counted them before.
func (x *RequestState) counted(ctx context.Context) context.Context {
	if x.Queries = store.QueryStatsFrom(ctx); x.Queries == nil {
		ctx, x.Queries = store.WithQueryStats(ctx)
	}
	return ctx
}
