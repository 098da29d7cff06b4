package demo

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"
	"slices"

	"golang.org/x/image/vector"
)

// Size of the posters in pixels.
const posterWidth, posterHeight = 768, 512

// canvas is a poster that is drawn: with four shades of one color, and a warm one.
type canvas struct {
	*image.RGBA
	ground, light, base, dark, warm color.RGBA
}

// newCanvas returns a canvas that is filled with its ground, which is dark where night is set.
func newCanvas(hex string, night bool) canvas {
	white, black := color.RGBA{255, 255, 255, 255}, color.RGBA{0, 0, 0, 255}
	base := rgb(hex)
	c := canvas{
		RGBA:   image.NewRGBA(image.Rect(0, 0, posterWidth, posterHeight)),
		ground: shade(base, white, 0.84), light: shade(base, white, 0.5), base: base,
		dark: shade(base, black, 0.5), warm: rgb("#f59e0b"),
	}
	if night {
		c.ground, c.dark = shade(base, black, 0.6), shade(base, white, 0.8)
	}
	draw.Draw(c.RGBA, c.Bounds(), image.NewUniform(c.ground), image.Point{}, draw.Src)
	return c
}

// rect fills a rectangle, given by its corner above on the left and its size.
func (c canvas) rect(ink color.RGBA, x, y, width, height float64) {
	c.polygon(ink, x, y, x+width, y, x+width, y+height, x, y+height)
}

// line draws a straight line.
func (c canvas) line(ink color.RGBA, x1, y1, x2, y2, width float64) {
	length := math.Hypot(x2-x1, y2-y1)
	dx, dy := (y2-y1)/length*width/2, (x1-x2)/length*width/2
	c.polygon(ink, x1+dx, y1+dy, x2+dx, y2+dy, x2-dx, y2-dy, x1-dx, y1-dy)
}

// ellipse fills an ellipse, or a part of it between two angles in turns, from the right
// downward.
func (c canvas) ellipse(ink color.RGBA, x, y, rx, ry, from, to float64) {
	const corners = 96
	points := make([]float64, 0, 2*corners+2)
	for i := range corners + 1 {
		sin, cos := math.Sincos(2 * math.Pi * (from + (to-from)*float64(i)/corners))
		points = append(points, x+rx*cos, y+ry*sin)
	}
	c.polygon(ink, points...)
}

// circle fills a circle.
func (c canvas) circle(ink color.RGBA, x, y, radius float64) {
	c.ellipse(ink, x, y, radius, radius, 0, 1)
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
