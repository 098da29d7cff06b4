package desk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// WriteSetupLink writes the URL of the link for the first administrator to a file that only
// its owner can read. It replaces a file that it has written before, and no other.
func WriteSetupLink(file, link string) error {
	written, err := hasSetupLink(file)
	if err != nil {
		return err
	}
	if !written {
		if _, err := os.Lstat(file); err == nil {
			return fmt.Errorf("%s exists, and has no setup link", file)
		}
	}
	// A new file, as the mode of the former one may have been changed.
	f, err := os.CreateTemp(filepath.Dir(file), filepath.Base(file)+".*")
	if err != nil {
		return err
	}
	_, err = f.WriteString(link + "\n")
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), file)
	}
	if err != nil {
		_ = os.Remove(f.Name()) // The first error tells more.
	}
	return err
}

// RemoveSetupLink removes a file that WriteSetupLink has written, if it is there.
func RemoveSetupLink(file string) error {
	written, err := hasSetupLink(file)
	if !written {
		return err
	}
	if err := os.Remove(file); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil // Another server was faster.
}

// hasSetupLink reports whether there is a file with a setup link. Devices are not read.
func hasSetupLink(file string) (bool, error) {
	info, err := os.Lstat(file)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil || !info.Mode().IsRegular() {
		return false, err
	}
	text, err := os.ReadFile(file) //nolint:gosec // The operator names the file.
	return strings.Contains(string(text), LinkURL("", "")), err
}
