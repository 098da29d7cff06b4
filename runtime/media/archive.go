package media

import (
	"archive/tar"
	"context"
	"errors"
	"fmt"
	"io"
	"time"
)

// WriteArchive writes all files of a store as a tar archive, and returns their number.
func WriteArchive(ctx context.Context, s Store, w io.Writer) (files int, err error) {
	archive := tar.NewWriter(w)
	for info, err := range s.All(ctx) {
		if err != nil {
			return files, err
		}
		if err := addFile(ctx, s, archive, info); err != nil {
			return files, fmt.Errorf("copy %s: %w", info.Name, err)
		}
		files++
	}
	return files, archive.Close()
}

func addFile(ctx context.Context, s Store, archive *tar.Writer, info Info) error {
	f, err := s.Open(ctx, info.Name)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // It was only read.
	const mode = 0o640
	if err := archive.WriteHeader(&tar.Header{
		Name: f.Name, Size: f.Size, Mode: mode, ModTime: f.Modified, Format: tar.FormatPAX,
	}); err != nil {
		return err
	}
	_, err = io.Copy(archive, f)
	return err
}

// ReadArchive stores the files of an archive, and returns their number. Those that are there
// already under the same names are replaced.
func ReadArchive(ctx context.Context, s Store, r io.Reader) (files int, err error) {
	end := &zeros{Reader: r}
	archive := tar.NewReader(end)
	for {
		end.n = 0
		h, err := archive.Next()
		if errors.Is(err, io.EOF) {
			const trailer = 1024 // Zeros, without which the reader takes a part for the whole.
			if end.n < trailer {
				return files, fmt.Errorf("read archive: %w", io.ErrUnexpectedEOF)
			}
			return files, nil
		}
		if err == nil {
			err = s.Put(ctx, h.Name, archive, h.Size)
		}
		if err != nil {
			return files, fmt.Errorf("read archive: %w", err)
		}
		files++
	}
}

// zeros counts the zeros at the end of what was read.
type zeros struct {
	io.Reader
	n int
}

// Read reads, and counts.
func (z *zeros) Read(p []byte) (int, error) {
	n, err := z.Reader.Read(p)
	for _, b := range p[:n] {
		if z.n++; b != 0 {
			z.n = 0
		}
	}
	return n, err
}

// Copy copies a file from one store to another, in the place of one that has the name. The
// error matches fs.ErrNotExist when there is none.
func Copy(ctx context.Context, to, from Store, name string) error {
	f, err := from.Open(ctx, name)
	if err != nil {
		return err
	}
	return errors.Join(to.Put(ctx, name, f, f.Size), f.Close())
}

// WriteManifest writes the names of all files with sizes, times and tags, a line for each,
// and returns their number: for a store that is backed up by other means.
func WriteManifest(ctx context.Context, s Store, w io.Writer) (files int, err error) {
	for info, err := range s.All(ctx) {
		if err == nil {
			_, err = fmt.Fprintf(w, "%d\t%s\t%s\t%s\n", info.Size, info.Modified.UTC().Format(time.RFC3339), info.Tag, info.Name)
		}
		if err != nil {
			return files, err
		}
		files++
	}
	return files, nil
}
