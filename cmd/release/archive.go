package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"time"
)

// member is a file of an archive.  Everything else that an archive could tell
// of a file (owner, rights, times) is the same for all of them.
type member struct {
	name       string // Below the archive's only folder, with slashes.
	source     string // Where it is read.
	executable bool
}

// mode returns the rights of the file.
func (m member) mode() os.FileMode {
	if m.executable {
		return 0o755
	}
	return 0o644
}

// members returns the files of a platform's archive, in their order.
func members(b built) []member {
	all := []member{
		{name: b.program(), source: b.path, executable: true},
		{name: "README.md", source: "README.md"},
		{name: "docs/operations.md", source: filepath.Join("docs", "operations.md")},
	}
	if b.system == "linux" {
		all = append(all, member{name: "deploy/almanac.service", source: filepath.Join("deploy", "almanac.service")})
	}
	return all
}

// pack writes the archive of a program into the folder and returns its path:
// zip for Windows, which opens nothing else by itself, and tar.gz elsewhere.
func pack(b built, out string) (string, error) {
	folder := "almanac_" + b.version + "_" + b.system + "_" + b.processor
	name, write := folder+".tar.gz", writeTar
	if b.system == "windows" {
		name, write = folder+".zip", writeZip
	}
	file := filepath.Join(out, name)
	f, err := os.Create(file)
	if err != nil {
		return "", err
	}
	return file, errors.Join(write(f, folder, b.at, members(b)), f.Close())
}

// writeTar writes files as a compressed tar archive.
func writeTar(w io.Writer, folder string, at time.Time, files []member) error {
	// Its header has neither name nor time unless they are given.
	zipped, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	archive := tar.NewWriter(zipped)
	for _, m := range files {
		content, err := os.ReadFile(m.source)
		if err != nil {
			return err
		}
		header := &tar.Header{
			Typeflag: tar.TypeReg, Name: path.Join(folder, m.name), Size: int64(len(content)),
			Mode: int64(m.mode()), ModTime: at.UTC(), Format: tar.FormatUSTAR,
		}
		if err := archive.WriteHeader(header); err != nil {
			return err
		}
		if _, err := archive.Write(content); err != nil {
			return err
		}
	}
	return errors.Join(archive.Close(), zipped.Close())
}

// writeZip writes files as a zip archive.
func writeZip(w io.Writer, folder string, at time.Time, files []member) error {
	archive := zip.NewWriter(w)
	for _, m := range files {
		content, err := os.ReadFile(m.source)
		if err != nil {
			return err
		}
		header := &zip.FileHeader{Name: path.Join(folder, m.name), Method: zip.Deflate, Modified: at.UTC()}
		header.SetMode(m.mode())
		entry, err := archive.CreateHeader(header)
		if err != nil {
			return err
		}
		if _, err := entry.Write(content); err != nil {
			return err
		}
	}
	return archive.Close()
}
