package transfer

import (
	"context"
	"errors"

	"almanac/runtime/maintain"
	"almanac/runtime/model"
)

// mostIndexed is how many new records of a resource are put into the indexes one by one.
// For more, if they are the greater part of what will be here, the indexes are made at
// the end.
const mostIndexed = 2000

// withoutIndexes runs do, without the indexes of the resources of which so many
// records are new that it pays to make these afterwards.  What an interrupted
// import has left without an index gets one too.
func (im *Importer) withoutIndexes(ctx context.Context, do func(context.Context) error) error {
	many := false
	for _, k := range im.Env.Resources {
		if fresh := im.fresh(k); fresh > mostIndexed && fresh > len(im.heads[k].byID) {
			many = true
			if err := maintain.DeferSearch(ctx, im.Env, k); err != nil {
				return err
			}
			if err := maintain.DeferIndexes(ctx, im.Env, k); err != nil {
				return err
			}
		}
	}
	err := do(ctx)
	if ctx.Err() != nil {
		return err // Canceled: do not wait.
	}
	for _, k := range im.Env.Resources {
		err = errors.Join(err, maintain.FinishSearch(ctx, im.Env, k))
	}
	err = errors.Join(err, maintain.RestoreIndexes(ctx, im.Env.Store))
	if many {
		err = errors.Join(err, maintain.Vacuum(ctx, im.Env.Store, im.Env.Resources))
	}
	return err
}

// fresh returns how many records of a resource are not here.
func (im *Importer) fresh(k *model.Resource) int {
	n := 0
	for id := range im.Found.ByResource[k] {
		if _, here := im.heads[k].byID[id]; !here {
			n++
		}
	}
	return n
}
