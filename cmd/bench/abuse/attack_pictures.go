package main

import (
	"bytes"
	"context"
	"net/http"

	"almanac/runtime/media/picture/picturetest"
)

// pictures has clients upload pictures that cost much more than they show, and photos of 12
// megapixels between them.
func pictures(ctx context.Context, t *target, responses *figures) {
	files := [][]byte{
		picturetest.ProgressiveJPEG(4000, 4000, 850),
		picturetest.WebPTables(208, 200, 2600),
		picturetest.ProgressiveJPEG(1600, 1200, 60), // No more scans than are decoded.
		picturetest.JPEG(4000, 3000, []byte{0x22, 0x11, 0x11}),
	}
	again(ctx, t.of(48), responses, func(number int) *http.Request {
		r := t.request(context.WithoutCancel(ctx), http.MethodPost, "/media", bytes.NewReader(files[number%len(files)]))
		r.Header.Set("Content-Type", "application/octet-stream")
		r.Header.Set("Content-Disposition", `attachment; filename="picture"`)
		r.Header.Set("Authorization", "Bearer "+t.token)
		return r
	})
}
