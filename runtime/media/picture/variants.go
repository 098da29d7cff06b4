package picture

import (
	"bytes"
	"image"
	"image/jpeg"
	"image/png"

	"golang.org/x/image/draw"
)

// size is a smaller version that every picture has if it is larger.
type size struct {
	name    string
	edge    int  // Of the square that it fits into, pixels.
	cropped bool // It fills the square.
}

// sizes are those of WordPress, largest first. Pictures in portrait format have a
// medium_large that is 768 high and not wide, so that none has more pixels than it says.
func sizes() []size {
	return []size{{"large", 1024, false}, {"medium_large", 768, false}, {"medium", 300, false}, {"thumbnail", 150, true}}
}

// reducedEdge is the length in pixels of the longer edge below which a picture is not
// halved: scaling with a good filter takes memory that grows with its source.
const reducedEdge = 1024

// reduce halves a picture as long as its longer edge stays at least reducedEdge. Each
// pixel is the mean of four.
func reduce(img image.Image) image.Image {
	for {
		b := img.Bounds()
		w, h := max(1, b.Dx()/2), max(1, b.Dy()/2)
		if max(w, h) < reducedEdge {
			return img
		}
		half := image.NewRGBA(image.Rect(0, 0, w, h))
		draw.ApproxBiLinear.Scale(half, half.Bounds(), img, b, draw.Src, nil)
		img = half
	}
}

// addVariants makes the smaller versions from a picture that may be reduced.
func (p *Picture) addVariants(img image.Image, profile [][]byte) error {
	for _, s := range sizes() {
		part, w, h := s.fit(img.Bounds(), p.Width, p.Height)
		if w >= p.Width && h >= p.Height {
			continue
		}
		scaled := image.NewRGBA(image.Rect(0, 0, w, h))
		draw.CatmullRom.Scale(scaled, scaled.Bounds(), img, part, draw.Src, nil)
		v := Variant{Name: s.name, Header: Header{Width: w, Height: h}}
		var err error
		const quality = 82
		if v.MediaType, v.Extension, v.Content, err = encode(scaled, p.MediaType, quality, profile); err != nil {
			return err
		}
		p.Variants = append(p.Variants, v)
	}
	return nil
}

// fit returns the part of a picture that the version shows, and the size of the version in
// pixels. The bounds are those of the picture as it was reduced from width and height.
func (s size) fit(b image.Rectangle, width, height int) (part image.Rectangle, w, h int) {
	if !s.cropped {
		w, h = within(width, height, s.edge)
		return b, w, h
	}
	w, h = min(s.edge, width), min(s.edge, height)
	partWidth, partHeight := b.Dx(), b.Dy()
	if width*h > height*w { // Wider than the version.
		partWidth = max(1, b.Dy()*w/h)
	} else {
		partHeight = max(1, b.Dx()*h/w)
	}
	at := b.Min.Add(image.Pt((b.Dx()-partWidth)/2, (b.Dy()-partHeight)/2))
	return image.Rectangle{at, at.Add(image.Pt(partWidth, partHeight))}.Intersect(b), w, h
}

// within returns the size of a picture that fits into a square.
func within(width, height, edge int) (w, h int) {
	longer := max(width, height)
	if longer <= edge {
		return width, height
	}
	scaled := func(n int) int { return max(1, (n*edge+longer/2)/longer) }
	return scaled(width), scaled(height)
}

// encode returns a picture as a file for browsers: a JPEG file, but a PNG file if it was
// one of a format with sharp edges, or if one sees through it.
func encode(img *image.RGBA, from string, quality int, profile [][]byte) (mediaType, extension string, content []byte, err error) {
	var b bytes.Buffer
	if from == "image/png" || from == "image/gif" || !img.Opaque() {
		err = png.Encode(&b, img)
		return "image/png", ".png", b.Bytes(), err
	}
	err = jpeg.Encode(&b, img, &jpeg.Options{Quality: quality})
	return "image/jpeg", ".jpg", withProfile(b.Bytes(), profile), err
}

// withProfile adds the segments of a color profile to a JPEG file: without it, pictures of
// cameras with more colors than sRGB look pale.
func withProfile(file []byte, profile [][]byte) []byte {
	if len(profile) == 0 {
		return file
	}
	out := append([]byte{}, file[:2]...)
	for _, segment := range profile {
		out = append(out, segment...)
	}
	return append(out, file[2:]...)
}

// upright returns a picture as it is seen with an orientation of EXIF, from 1 (as it is) to 8.
func upright(img image.Image, orientation int) *image.RGBA {
	b := img.Bounds()
	flat, ok := img.(*image.RGBA)
	if !ok || b.Min != (image.Point{}) {
		flat = image.NewRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
		draw.Draw(flat, flat.Bounds(), img, b.Min, draw.Src)
	}
	if orientation <= 1 {
		return flat
	}
	w, h := b.Dx(), b.Dy()
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	if orientation > 4 { // Width and height change places.
		out = image.NewRGBA(image.Rect(0, 0, h, w))
	}
	for y := range h {
		for x := range w {
			toX, toY := placed(orientation, x, y, w, h)
			copy(out.Pix[out.PixOffset(toX, toY):][:4], flat.Pix[flat.PixOffset(x, y):][:4])
		}
	}
	return out
}

// placed returns where the pixel of a picture is seen.
func placed(orientation, x, y, w, h int) (toX, toY int) {
	switch orientation {
	case 2:
		return w - 1 - x, y
	case 3:
		return w - 1 - x, h - 1 - y
	case 4:
		return x, h - 1 - y
	case 5:
		return y, x
	case 6:
		return h - 1 - y, x
	case 7:
		return h - 1 - y, w - 1 - x
	default:
		return y, w - 1 - x
	}
}
