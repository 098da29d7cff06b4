package demo

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"slices"
	"sync"

	"golang.org/x/image/vector"

	"almanac/runtime/images"
	"almanac/runtime/media/picture"
	"almanac/runtime/model"
	"almanac/runtime/mutate"
)

// Size of the posters in pixels, and how many each of the first categories has.
const (
	posterWidth, posterHeight = 768, 512
	postersOfTopic            = 2
)

// poster is a drawn picture of a category.
type poster struct {
	topic   topic
	number  int
	picture *picture.Picture
	image   model.Image
}

// drawPosters draws the posters once, because a test program fills many databases.
var drawPosters = sync.OnceValues(func() ([]poster, error) {
	var posters []poster
	for _, t := range topics() {
		for n := range postersOfTopic {
			var file bytes.Buffer
			if err := png.Encode(&file, drawPoster(t, n)); err != nil {
				return nil, fmt.Errorf("draw a poster: %w", err)
			}
			p, err := picture.Upload(context.Background(), file.Bytes(),
				picture.Limits{Pixels: posterWidth * posterHeight, Memory: math.MaxInt64})
			if err != nil {
				return nil, fmt.Errorf("read a poster: %w", err)
			}
			posters = append(posters, poster{topic: t, number: n, picture: p})
		}
	}
	return posters, nil
})

// storePosters stores the files of the posters, unless there is no media store.
func (f *filler) storePosters(ctx context.Context) error {
	if f.env.Media == nil {
		return nil
	}
	posters, err := drawPosters()
	if err != nil {
		return err
	}
	for _, p := range posters {
		p.image, err = images.StorePicture(ctx, f.env.Media, fmt.Sprintf("demo/%s-%d", p.topic.draws, p.number+1), p.picture)
		if err != nil {
			return fmt.Errorf("store a poster: %w", err)
		}
		p.image.Title = fmt.Sprintf("%s %d", p.topic.name.in(f.languages[0]), p.number+1)
		p.image.Alt = p.topic.poster.in(f.languages[0])
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

// posterFor returns the ID of a poster for a category or one below it, "" for none.
func (f *filler) posterFor(name string, n int) string {
	for _, p := range f.posters {
		if p.number == n%postersOfTopic && p.topic.has(name) {
			return fmt.Sprint(p.image.ID)
		}
	}
	return ""
}

// canvas is a poster that is drawn.
type canvas struct{ *image.RGBA }

// drawPoster draws a poster of a category: the same one each time.
func drawPoster(t topic, n int) *image.RGBA {
	c := canvas{image.NewRGBA(image.Rect(0, 0, posterWidth, posterHeight))}
	base := rgb(t.color)
	ground, light := shade(base, color.RGBA{255, 255, 255, 255}, 0.82), shade(base, color.RGBA{255, 255, 255, 255}, 0.45)
	dark, warm := shade(base, color.RGBA{0, 0, 0, 255}, 0.45), rgb("#f59e0b")
	if n == 1 {
		ground, dark = dark, ground
	}
	draw.Draw(c.RGBA, c.Bounds(), image.NewUniform(ground), image.Point{}, draw.Src)
	shift := float64(n) * 140
	switch t.draws {
	case "records":
		for i, ink := range []color.RGBA{light, base, dark, warm} {
			c.circle(330+shift, 320, float64(280-75*i), ink)
		}
		c.polygon(base, 760, 90, 800, 90, 800, 420, 760, 420)
		c.circle(725, 420, 75, base)
	case "peaks":
		c.polygon(light, 0, 640, 260+shift, 60, 520+shift, 640)
		c.polygon(base, 300, 640, 600, 140+shift/2, 900, 640)
		c.circle(720, 190, 95, warm)
		c.polygon(dark, 0, 560, 960, 500, 960, 640, 0, 640)
	case "squares":
		for i := range 24 {
			x, y := float64(i%6)*160, float64(i/6)*160
			ink := []color.RGBA{light, base, dark, ground, warm}[(i*(n+2)+i/6)%5]
			if (i+n)%3 == 0 {
				c.circle(x+80, y+80, 68, ink)
			} else {
				c.polygon(ink, x+12, y+12, x+148, y+12, x+148, y+148, x+12, y+148)
			}
		}
	default:
		c.circle(240+shift*2, 210, 110, warm)
		c.circle(220, 760, 400, light)
		c.circle(700, 820, 470, base)
		for i := range 5 {
			x := 90 + float64(i)*190
			c.polygon(dark, x, 520, x+45, 360-float64((i+n)%3)*50, x+90, 520)
		}
	}
	return c.RGBA
}

// circle fills a circle.
func (c canvas) circle(x, y, radius float64, ink color.RGBA) {
	const corners = 96
	points := make([]float64, 0, 2*corners)
	for i := range corners {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		points = append(points, x+radius*cos, y+radius*sin)
	}
	c.polygon(ink, points...)
}

// polygon fills the area between points, each given by x and y in a poster of 960 to 640.
func (c canvas) polygon(ink color.RGBA, points ...float64) {
	const scale = posterWidth / 960.0
	box := image.Rect(posterWidth, posterHeight, 0, 0)
	for point := range slices.Chunk(points, 2) {
		x, y := int(point[0]*scale), int(point[1]*scale)
		box = image.Rectangle{
			image.Pt(min(box.Min.X, x-1), min(box.Min.Y, y-1)), image.Pt(max(box.Max.X, x+2), max(box.Max.Y, y+2)),
		}
	}
	box = box.Intersect(c.Bounds()) // What is outside need not be drawn.
	r := vector.NewRasterizer(box.Dx(), box.Dy())
	to := r.MoveTo
	for point := range slices.Chunk(points, 2) {
		to(float32(point[0]*scale)-float32(box.Min.X), float32(point[1]*scale)-float32(box.Min.Y))
		to = r.LineTo
	}
	r.ClosePath()
	r.Draw(c.RGBA, box, image.NewUniform(ink), image.Point{})
}

// rgb reads a color such as #15803d.
func rgb(hex string) color.RGBA {
	c := color.RGBA{A: 255}
	_, _ = fmt.Sscanf(hex, "#%02x%02x%02x", &c.R, &c.G, &c.B) // The colors stand in this package.
	return c
}

// shade mixes a color with a share of another one.
func shade(c, with color.RGBA, share float64) color.RGBA {
	mix := func(a, b uint8) uint8 { return uint8(float64(a)*(1-share) + float64(b)*share) }
	return color.RGBA{mix(c.R, with.R), mix(c.G, with.G), mix(c.B, with.B), 255}
}
