package records

import (
	"net/http"

	"almanac/runtime/desk"
	"almanac/runtime/desk/library"
	"almanac/runtime/desk/page"
	"almanac/runtime/desk/record"
	"almanac/runtime/model"
)

// addMedia adds the pages about images to a desk whose records have some.
func addMedia(d *desk.Desk, bundle *page.Bundle) {
	if !hasImages(d.Env.Resources) {
		return
	}
	d.Link(func(r *http.Request) page.Link {
		return page.Link{Section: "media", Label: bundle.Text(r, "Media"), URL: bundle.URL("/media")}
	})
	for pattern, show := range map[string]func(*record.Exchange){
		"GET /media": library.ListMedia, "POST /media": library.UploadMedia,
		"GET /media/insecure": library.ListInsecure,
		"GET /media/{id}":     library.ShowImage, "POST /media/{id}": library.ChangeImage,
		"POST /media/{id}/delete": library.DeleteImage,
	} {
		d.Handle(pattern, func(w http.ResponseWriter, r *http.Request) {
			show(&record.Exchange{Desk: d, Bundle: bundle, W: w, R: r})
		})
	}
}

// hasImages reports whether a record of some resources may have an image.
func hasImages(resources []*model.Resource) bool {
	for _, res := range resources {
		for _, a := range res.Args {
			if a.Image {
				return true
			}
		}
	}
	return false
}
