package picture

import (
	"bytes"
	"context"
	"fmt"
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
// halved: scaling with a good filter takes time and memory that grow with its source.
const reducedEdge = 1024

// halvings returns how often a picture is halved.
func halvings(w, h int) int {
	n := 0
	for max(w, h)>>(n+1) >= reducedEdge {
		n++
	}
	return n
}

// reduce halves a picture as long as its longer edge stays at least reducedEdge. Each
// pixel is the mean of four. It works on some rows after the other, so that it takes little
// more memory than its result.
func reduce(ctx context.Context, img image.Image) (image.Image, error) {
	b := img.Bounds()
	n := halvings(b.Dx(), b.Dy())
	if n == 0 {
		return img, nil
	}
	source, ok := img.(interface {
		SubImage(image.Rectangle) image.Image
	})
	if !ok {
		return nil, &DetailedError{ErrUnsupported, fmt.Sprintf("a %T", img)}
	}
	out := image.NewRGBA(image.Rect(0, 0, max(1, b.Dx()>>n), max(1, b.Dy()>>n)))
	const rows = 16 // Of the result.
	for y := 0; y < out.Rect.Dy(); y += rows {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		to := image.Rect(0, y, out.Rect.Dx(), min(y+rows, out.Rect.Dy()))
		from := image.Rect(b.Min.X, b.Min.Y+y<<n, b.Max.X, min(b.Min.Y+to.Max.Y<<n, b.Max.Y))
		part := source.SubImage(from)
		for i := 1; i <= n; i++ {
			w, h := max(1, part.Bounds().Dx()/2), max(1, part.Bounds().Dy()/2)
			half := image.NewRGBA(image.Rect(0, 0, w, h))
			draw.ApproxBiLinear.Scale(half, half.Bounds(), part, part.Bounds(), draw.Src, nil)
			part = half
		}
		draw.Draw(out, to, part, part.Bounds().Min, draw.Src)
	}
	return out, nil
}

// scale scales a part of a picture with a good filter: first its rows, then its columns, some
// at a time, as the filter takes 32 bytes for each pixel in between.
func scale(img image.Image, part image.Rectangle, w, h int) *image.RGBA {
	const step = 64 // Rows or columns.
	narrow := image.NewRGBA(image.Rect(0, 0, w, part.Dy()))
	for y := 0; y < part.Dy(); y += step {
		n := min(step, part.Dy()-y)
		from := image.Rect(part.Min.X, part.Min.Y+y, part.Max.X, part.Min.Y+y+n)
		draw.CatmullRom.Scale(narrow, image.Rect(0, y, w, y+n), img, from, draw.Src, nil)
	}
	scaled := image.NewRGBA(image.Rect(0, 0, w, h))
	for x := 0; x < w; x += step {
		n := min(step, w-x)
		draw.CatmullRom.Scale(scaled, image.Rect(x, 0, x+n, h), narrow, image.Rect(x, 0, x+n, part.Dy()), draw.Src, nil)
	}
	return scaled
}

// addVariants makes the smaller versions from a picture that may be reduced.
func (p *Picture) addVariants(ctx context.Context, img image.Image, profile [][]byte) error {
	for _, s := range sizes() {
		part, w, h := s.fit(img.Bounds(), p.Width, p.Height)
		if w >= p.Width && h >= p.Height {
			continue
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		v := Variant{Name: s.name, Header: Header{Width: w, Height: h}}
		var err error
		const quality = 82
		if v.MediaType, v.Extension, v.Content, err = encode(scale(img, part, w, h), p.MediaType, quality,
			profile); err != nil {
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

// opaqueImage is a picture that says whether one sees through it.
type opaqueImage interface {
	image.Image
	Opaque() bool
}

// encode returns a picture as a file for browsers: a JPEG file, but a PNG file if it was
// one of a format with sharp edges, or if one sees through it.
func encode(img opaqueImage, from string, quality int,
	profile [][]byte,
) (mediaType, extension string, content []byte, err error) {
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

// upright returns a picture as it is seen with an orientation of EXIF, from 2 to 8.
func upright(img image.Image, orientation int) opaqueImage {
	b := img.Bounds()
	w, h := b.Dx(), b.Dy()
	turned := image.Rect(0, 0, w, h)
	if orientation > 4 { // Width and height change places.
		turned = image.Rect(0, 0, h, w)
	}
	if photo, ok := img.(*image.YCbCr); ok && b.Min == (image.Point{}) {
		if out := uprightPlanes(photo, turned, orientation); out != nil {
			return out
		}
	}
	out := image.NewRGBA(turned)
	row := image.NewRGBA(image.Rect(0, 0, w, 1))
	for y := range h {
		draw.Draw(row, row.Rect, img, image.Pt(b.Min.X, b.Min.Y+y), draw.Src)
		for x := range w {
			toX, toY := placed(orientation, x, y, w, h)
			copy(out.Pix[out.PixOffset(toX, toY):][:4], row.Pix[4*x:][:4])
		}
	}
	return out
}

// uprightPlanes is upright for a photo, which takes a fraction of the memory of its pixels in
// red, green and blue. It returns nil for resolutions of colors that cannot be turned.
func uprightPlanes(photo *image.YCbCr, bounds image.Rectangle, orientation int) *image.YCbCr {
	dx, dy, ratio := 1, 1, photo.SubsampleRatio // Pixels of a sample of the colors.
	switch ratio {
	case image.YCbCrSubsampleRatio444:
	case image.YCbCrSubsampleRatio420:
		dx, dy = 2, 2
	case image.YCbCrSubsampleRatio422:
		if dx = 2; orientation > 4 {
			ratio = image.YCbCrSubsampleRatio440
		}
	case image.YCbCrSubsampleRatio440:
		if dy = 2; orientation > 4 {
			ratio = image.YCbCrSubsampleRatio422
		}
	default:
		return nil
	}
	out := image.NewYCbCr(bounds, ratio)
	plane := func(to, from []byte, toStride, fromStride, w, h int) {
		for y := range h {
			for x := range w {
				toX, toY := placed(orientation, x, y, w, h)
				to[toY*toStride+toX] = from[y*fromStride+x]
			}
		}
	}
	w, h := photo.Rect.Dx(), photo.Rect.Dy()
	plane(out.Y, photo.Y, out.YStride, photo.YStride, w, h)
	plane(out.Cb, photo.Cb, out.CStride, photo.CStride, (w+dx-1)/dx, (h+dy-1)/dy)
	plane(out.Cr, photo.Cr, out.CStride, photo.CStride, (w+dx-1)/dx, (h+dy-1)/dy)
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
