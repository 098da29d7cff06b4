package request

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"syscall"

	"almanac/runtime/admission"
	"almanac/runtime/apierror"
	"almanac/runtime/auth"
	"almanac/runtime/param"
)

// FileRules say which files a route takes.
type FileRules struct {
	Params  []string // Parameters that may be files.
	Raw     bool     // The route is for files: the body may be one, and nobody else may call it.
	Allowed func(*Env, auth.Caller) *apierror.Error
}

// Upload is the file that a request has sent.
type Upload struct {
	Filename string
	Size     int64  // Bytes.
	Digest   string // SHA-256, hexadecimal.

	file *os.File // Has no name any more, where the system permits that.
}

// Reader returns the content.
func (u *Upload) Reader() io.Reader { return io.NewSectionReader(u.file, 0, u.Size) }

// Value returns what the parameter that has the file is set to: the same for the same file,
// so that a repeated request is recognized.
func (u *Upload) Value() string { return param.UploadPrefix + u.Digest }

// close removes the file.
func (u *Upload) close() {
	_ = u.file.Close() // It was only for this request.
	_ = os.Remove(u.file.Name())
}

// BeginWithFiles is Begin for a route that takes files. Nothing of a file is read before it
// is known that the caller may send it.
func (e *Env) BeginWithFiles(h *http.Request, rules FileRules) (*Request, error) {
	x := StateOf(h.Context())
	r, err := e.begin(h, func() (*param.Values, error) {
		if rules.Raw {
			if f := rules.Allowed(e, x.Caller); f != nil {
				return nil, f
			}
		}
		files := param.Files{Raw: rules.Raw, FileBytes: e.MediaLimits.FileBytes}
		files.Receive = func(name, filename string, content io.Reader) (string, error) {
			if !slices.Contains(rules.Params, name) {
				return "", apierror.InvalidParamError(name, "%s must be text, not a file.", apierror.Param(name))
			}
			if f := rules.Allowed(e, x.Caller); f != nil {
				return "", f
			}
			return e.Receive(x, name, filename, content)
		}
		return param.ReadWithFiles(h, e.Limits, files)
	})
	if err == nil && x.Upload != nil {
		r.ctx = e.AfterUpload(h).Context()
	}
	return r, err
}

// Receive copies the file of a parameter to the disk, as the Upload of a request, and
// returns the value of the parameter. Errors that are about the file are *apierror.Error.
func (e *Env) Receive(x *State, name, filename string, content io.Reader) (string, error) {
	if x.Upload != nil {
		return "", apierror.InvalidParamError(name, "%s must be the only file in the request.", apierror.Param(name))
	}
	file, err := os.CreateTemp("", "upload-*")
	if err != nil {
		return "", unwritten(err)
	}
	_ = os.Remove(file.Name()) // Where an open file cannot be removed, close does it.
	x.Upload = &Upload{Filename: filename, file: file}
	x.BodyState.Stream()
	digest := sha256.New()
	disk := &diskWriter{Writer: file}
	x.Upload.Size, err = io.Copy(io.MultiWriter(disk, digest), io.LimitReader(content, e.MediaLimits.FileBytes+1))
	x.Upload.Digest = hex.EncodeToString(digest.Sum(nil))
	var refused *apierror.Error
	switch {
	case disk.err != nil:
		return "", unwritten(disk.err)
	case errors.As(err, &refused), errors.Is(err, io.ErrUnexpectedEOF):
		return "", err
	case err != nil:
		return "", apierror.New(http.StatusBadRequest, apierror.CodeInvalidJSON, "The file ended early; send it again.").
			WithCause(err)
	case x.Upload.Size > e.MediaLimits.FileBytes:
		return "", apierror.New(
			http.StatusRequestEntityTooLarge,
			apierror.CodeContentTooLarge,
			"The file is too large; send %d bytes at most.",
			e.MediaLimits.FileBytes,
		)
	case x.Upload.Size == 0:
		return "", apierror.New(http.StatusBadRequest, "rest_upload_no_data", "The file is empty.")
	}
	return x.Upload.Value(), nil
}

// diskWriter keeps its error apart from those of what is read.
type diskWriter struct {
	io.Writer
	err error
}

// Write writes a part.
func (w *diskWriter) Write(p []byte) (n int, err error) {
	n, err = w.Writer.Write(p)
	w.err = errors.Join(w.err, err)
	return n, err
}

// unwritten returns the response to an upload that the temporary directory does not take.
func unwritten(err error) *apierror.Error {
	err = fmt.Errorf("temporary directory %s: %w", os.TempDir(), err)
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return apierror.NoSpace(err)
	}
	return apierror.NotStored(err)
}

// AfterUpload returns a request that has the time of one which begins now: an upload takes
// as long as its connection needs.
func (e *Env) AfterUpload(h *http.Request) *http.Request {
	x := StateOf(h.Context())
	if e.Admission.Deadline <= 0 || x.Unbounded == nil {
		return h
	}
	ctx, cancel := context.WithTimeoutCause(joined{x.Unbounded, h.Context()}, e.Admission.Deadline, admission.ErrTooSlow)
	x.cancels = append(x.cancels, cancel)
	return h.WithContext(ctx)
}

// joined is a context with the values of another one.
type joined struct {
	context.Context
	values context.Context
}

// Value implements context.Context.
func (j joined) Value(key any) any { return j.values.Value(key) }
