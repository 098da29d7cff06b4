package demo

import (
	"context"
	"embed"
	"fmt"
	"math"
	"sync"

	"almanac/runtime/images"
	"almanac/runtime/media/picture"
	"almanac/runtime/model"
	"almanac/runtime/mutate"
)

// posterPixels is how many pixels a poster has.
const posterPixels = 768 * 512

// poster is a picture of the demo.
type poster struct {
	motif
	picture *picture.Picture
	image   model.Image
}

// files are the pictures of the motifs, WebP without loss.
//
//go:embed posters/*.webp
var files embed.FS

// readPosters reads the posters once, because a test program fills many databases.
var readPosters = sync.OnceValues(func() ([]poster, error) {
	var posters []poster
	for _, m := range motifs() {
		file, err := files.ReadFile("posters/" + m.name + ".webp")
		if err != nil {
			return nil, fmt.Errorf("read a poster: %w", err)
		}
		p, err := picture.Upload(context.Background(), file, picture.Limits{Pixels: posterPixels, Memory: math.MaxInt64})
		if err != nil {
			return nil, fmt.Errorf("read a poster: %w", err)
		}
		posters = append(posters, poster{motif: m, picture: p})
	}
	return posters, nil
})

// storePosters stores the files of the posters, unless there is no media store.
func (f *filler) storePosters(ctx context.Context) error {
	if f.env.Media == nil {
		return nil
	}
	posters, err := readPosters()
	if err != nil {
		return err
	}
	for _, p := range posters {
		p.image, err = images.StorePicture(ctx, f.env.Media, "demo/"+p.name, p.picture)
		if err != nil {
			return fmt.Errorf("store a poster: %w", err)
		}
		p.image.Title, p.image.Alt = p.title.in(f.languages[0]), p.alt.in(f.languages[0])
		f.posters = append(f.posters, p)
	}
	return nil
}

// registerPosters adds the rows of the posters.
func (f *filler) registerPosters(b *mutate.BulkWriter) error {
	for i := range f.posters {
		f.posters[i].image.ID = 0 // It may be from a transaction that is run again.
		stored, err := b.RegisterImage(f.posters[i].image)
		if err != nil {
			return fmt.Errorf("add a poster: %w", err)
		}
		f.posters[i].image = stored
	}
	return nil
}

// posterFor returns the ID of the poster with a motif, "" for none.
func (f *filler) posterFor(motif string) string {
	for _, p := range f.posters {
		if p.name == motif {
			return fmt.Sprint(p.image.ID)
		}
	}
	return ""
}
