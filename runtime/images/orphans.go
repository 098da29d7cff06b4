package images

import (
	"context"
	"html"
	"maps"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"almanac/runtime/media"
	"almanac/runtime/model"
	"almanac/runtime/store"
)

// freshUpload is the age up to which a file may belong to an image that is being added.
const freshUpload = time.Hour

// Orphans calls do with each file of a media store that belongs to no image, and that no
// text of a record shows: what remains when a program ends between storing a file and
// adding its image. Files of the last hour are none.
func Orphans(ctx context.Context, s *store.Store, resources []*model.Resource, files media.Store, now time.Time,
	do func(media.Info) error,
) error {
	var old []media.Info // Listed first: what is stored after that is not looked at.
	for info, err := range files.All(ctx) {
		if err != nil {
			return err
		}
		if now.Sub(info.Modified) > freshUpload {
			old = append(old, info)
		}
	}
	used, err := used(ctx, s, resources)
	for _, info := range old {
		if err == nil && !used[info.Name] && !isOriginal(info.Name, used) {
			err = do(info)
		}
	}
	return err
}

// Missing returns the names of the files that images and HTML texts of records show and a
// media store does not have, in order. A nil store has none.
func Missing(ctx context.Context, s *store.Store, resources []*model.Resource, files media.Store) ([]string, error) {
	missing, err := used(ctx, s, resources)
	if err != nil || files == nil {
		return slices.Sorted(maps.Keys(missing)), err
	}
	for info, err := range files.All(ctx) {
		if err != nil {
			return nil, err
		}
		delete(missing, info.Name)
	}
	return slices.Sorted(maps.Keys(missing)), nil
}

// used returns the names of the files that images and texts show.
func used(ctx context.Context, s *store.Store, resources []*model.Resource) (map[string]bool, error) {
	used := map[string]bool{}
	err := All(ctx, s, func(i Row) error {
		for _, name := range Files(i.Image) {
			used[name] = true
		}
		return nil
	})
	for _, k := range resources {
		if err == nil {
			err = inTexts(ctx, s, k, used)
		}
	}
	return used, err
}

// isOriginal reports whether a file is the one of which WordPress has made a used picture
// that is smaller, or turned.
func isOriginal(name string, used map[string]bool) bool {
	ending := path.Ext(name)
	stem := strings.TrimSuffix(name, ending)
	return used[stem+"-scaled"+ending] || used[stem+"-rotated"+ending]
}

// inText finds the paths of files in HTML.
var inText = regexp.MustCompile(model.UploadsPath + `([^\s"'<>()?]+)`)

// inTexts adds the names of the files that HTML texts of a resource show, such as those of
// an imported site, which are no images of their own.
func inTexts(ctx context.Context, s *store.Store, k *model.Resource, used map[string]bool) error {
	for _, arg := range k.Args {
		if !arg.HTML || !slices.Contains(k.Columns, arg.Name) {
			continue
		}
		var args store.Args
		sq := s.Builder().NewSelect().TableExpr("?", bun.Ident(k.Plural)).ColumnExpr("?", bun.Ident(arg.Name)).
			Where("? LIKE ?", bun.Ident(arg.Name), args.Bind("%"+model.UploadsPath+"%"))
		err := s.Reader().Query(ctx, store.Statement{
			SQL: sq.String(), Args: args.Values(),
			ScanRow: func(row store.Row) error {
				var source string
				err := row.Scan(&source)
				for _, found := range inText.FindAllStringSubmatch(source, -1) {
					name := strings.TrimRight(html.UnescapeString(found[1]), ",.;")
					if decoded, bad := url.PathUnescape(name); bad == nil {
						name = decoded
					}
					used[name] = true
				}
				return err
			},
		})
		if err != nil {
			return err
		}
	}
	return nil
}
