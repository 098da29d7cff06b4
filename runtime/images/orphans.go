package images

import (
	"context"
	"time"

	"almanac/runtime/media"
	"almanac/runtime/store"
)

// freshUpload is the age up to which a file may belong to an image that is being added.
const freshUpload = time.Hour

// Orphans calls do with each file of a media store that belongs to no image: what remains
// when a program ends between storing a file and adding its image. Files of the last hour
// are none.
func Orphans(ctx context.Context, s *store.Store, files media.Store, now time.Time, do func(media.Info) error) error {
	var old []media.Info // Listed first: what is stored after that is not looked at.
	for info, err := range files.All(ctx) {
		if err != nil {
			return err
		}
		if now.Sub(info.Modified) > freshUpload {
			old = append(old, info)
		}
	}
	used := map[string]bool{}
	err := All(ctx, s, func(i Row) error {
		for _, name := range Files(i.Image) {
			used[name] = true
		}
		return nil
	})
	for _, info := range old {
		if err == nil && !used[info.Name] {
			err = do(info)
		}
	}
	return err
}
