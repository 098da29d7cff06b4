package media

import "cmp"

// Limits bound what users may store.
type Limits struct {
	FileBytes int64 // Size of one upload in bytes.
	Pixels    int64 // Of one picture.
	Memory    int64 // Bytes of all pictures that are decoded at once; 0 for what Pixels need at most.
	UserBytes int64 // Of all uploads of a user with their smaller versions, in bytes; 0 for no limit.
}

// DefaultLimits returns the limits of a service without other settings.
func DefaultLimits() Limits {
	return Limits{FileBytes: 20 << 20, Pixels: 40_000_000, UserBytes: 1 << 30}
}

// DecodeBytes returns how many bytes pictures may take at once while they are decoded.
func (l Limits) DecodeBytes() int64 {
	const file, pixel = 48 << 20, 15 // The file and its smaller versions; a pixel of a progressive JPEG file.
	return cmp.Or(l.Memory, file+pixel*l.Pixels)
}

// Within returns the limits of a program that has so many bytes for pictures: fewer pixels, if
// no photo with as many can be decoded there.
func (l Limits) Within(memory int64) Limits {
	const least, other, pixel = 24 << 20, 8 << 20, 2 // A pixel of a photo takes 1.5 bytes and its part of the file.
	if memory = max(memory, least); memory < l.DecodeBytes() {
		l.Memory, l.Pixels = memory, min(l.Pixels, (memory-other)/pixel)
	}
	return l
}
