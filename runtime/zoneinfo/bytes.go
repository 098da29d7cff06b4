package zoneinfo

import (
	"archive/zip"
	"bytes"
	"fmt"

	"github.com/klauspost/compress/zstd"
)

// maxSize is more than any edition takes without compression; it keeps broken bytes
// from filling memory.
const maxSize = 16 << 20

// Bytes returns the edition in a form that Open reads: a zip archive without
// compression, such as ZONEINFO may name, compressed as a whole by zstd. Many zones
// share their rules, so that this is a fifth of a usual archive. The same zones give
// the same bytes.
func (r *Rules) Bytes() ([]byte, error) {
	if r.bytes != nil {
		return r.bytes, nil
	}
	var archive bytes.Buffer
	w := zip.NewWriter(&archive)
	add := func(name string, data []byte) error {
		f, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
		if err != nil {
			return err
		}
		_, err = f.Write(data)
		return err
	}
	if err := add(versionFile, []byte(r.version+"\n")); err != nil {
		return nil, err
	}
	for _, name := range r.names {
		if err := add(name, r.zones[lower(name)].data); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	// With more workers the bytes depend on the number of processors.
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	return encoder.EncodeAll(archive.Bytes(), nil), encoder.Close()
}

// Open returns the edition in bytes that Bytes wrote. The source says in messages where
// they are from.
func Open(compressed []byte, source string) (*Rules, error) {
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderMaxMemory(maxSize), zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	defer decoder.Close()
	archive, err := decoder.DecodeAll(compressed, nil)
	if err != nil {
		return nil, fmt.Errorf("decompress the rules of time zones: %w", err)
	}
	files, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		return nil, fmt.Errorf("read the rules of time zones: %w", err)
	}
	r, err := Read(files, source)
	if err != nil {
		return nil, err
	}
	r.bytes = compressed
	return r, nil
}
