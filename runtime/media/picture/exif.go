package picture

import (
	"bytes"
	"encoding/binary"
)

// orientationOf returns the orientation in EXIF data, 1 when there is none.
func orientationOf(tiff []byte) int {
	var order binary.ByteOrder
	switch {
	case bytes.HasPrefix(tiff, []byte("II*\x00")):
		order = binary.LittleEndian
	case bytes.HasPrefix(tiff, []byte("MM\x00*")):
		order = binary.BigEndian
	default:
		return 1
	}
	if len(tiff) < 8 {
		return 1
	}
	at := int64(order.Uint32(tiff[4:]))
	if at+2 > int64(len(tiff)) {
		return 1
	}
	const orientation, entry = 0x0112, 12
	for n := int64(order.Uint16(tiff[at:])); n > 0 && at+2+entry <= int64(len(tiff)); n, at = n-1, at+entry {
		if e := tiff[at+2:]; order.Uint16(e) == orientation {
			if value := int(order.Uint16(e[8:])); value >= 1 && value <= 8 {
				return value
			}
			return 1
		}
	}
	return 1
}
