package maintain

import (
	"context"

	"almanac/runtime/model"
	"almanac/runtime/store"
)

// Vacuum has PostgreSQL take stock of the tables of the resources and of their links, after
// many records were written.  By itself it does so some minutes later, and until then reads
// by a category take ten times as long.
func Vacuum(ctx context.Context, s *store.Store, resources []*model.Resource) error {
	for _, k := range resources {
		if err := s.Vacuum(ctx, k.Plural); err != nil {
			return err
		}
		for _, link := range k.Links {
			if err := s.Vacuum(ctx, link.Table); err != nil {
				return err
			}
		}
	}
	return nil
}
