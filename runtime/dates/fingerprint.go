package dates

import (
	"encoding/binary"
	"encoding/hex"
	"hash/fnv"
	"time"
)

// The years whose offsets tell one edition of a zone from another.
const (
	fingerprintFrom = 1970
	fingerprintTo   = 2200
)

// Fingerprint returns a digest of the offsets of z from 1970 to 2200 and of the times at which
// they change.  Editions of the IANA database in which they are equal have the same one,
// whatever else they say of the zone.
func (z Zone) Fingerprint() string {
	hash := fnv.New128a()
	write := func(n int64) { _, _ = hash.Write(binary.BigEndian.AppendUint64(nil, uint64(n))) } //nolint:gosec // Bits.
	if z.loc == nil {
		write(z.offset)
		return hex.EncodeToString(hash.Sum(nil))
	}
	span := time.Date(fingerprintFrom, time.January, 1, 0, 0, 0, 0, time.UTC).In(z.loc)
	last := time.Date(fingerprintTo, time.January, 1, 0, 0, 0, 0, time.UTC)
	_, before := span.Zone()
	write(int64(before))
	for {
		_, next := bounds(span)
		if next.IsZero() || !next.Before(last) {
			return hex.EncodeToString(hash.Sum(nil))
		}
		if _, offset := next.Zone(); offset != before { // Package time may part a span at the turn of a year.
			write(next.Unix())
			write(int64(offset))
			before = offset
		}
		span = next
	}
}
