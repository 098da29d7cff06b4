package param

import (
	"bytes"
	"io"
	"mime"
	"mime/multipart"

	"almanac/runtime/apierror"
)

// parseMultipart adds the text parts of a multipart/form-data body (RFC 7578).
// A file is rejected.
func (f *form) parseMultipart(body []byte, boundary string) error {
	return f.readMultipart(
		bytes.NewReader(body), boundary, func(_ *multipart.Part, name string) error { return noFile(name) },
	)
}

// noFile returns the error of a file for a parameter that takes none.
func noFile(name string) error {
	shown := clip(name, maxEcho)
	return apierror.InvalidParamError(shown, "%s must be text, not a file.", apierror.Param(shown))
}

// readMultipart adds the text parts of a multipart/form-data body, and calls file for the
// others.
func (f *form) readMultipart(
	body io.Reader, boundary string, file func(part *multipart.Part, name string) error,
) error {
	if boundary == "" {
		return malformed("The multipart body has no boundary; name it in Content-Type.")
	}
	end := &tail{Reader: body}
	reader, left := multipart.NewReader(end, boundary), f.limits.MaxBodyBytes
	for {
		part, err := reader.NextPart()
		if err == io.EOF { // Not errors.Is: a wrapped io.EOF is a truncated body.
			break
		}
		if err != nil {
			return brokenMultipart(err)
		}
		if err := f.addPart(part, &left, file); err != nil {
			return err
		}
	}
	if _, err := io.Copy(io.Discard, end); err != nil {
		return brokenMultipart(err)
	}
	if !end.closed(boundary) { // The reader accepts some truncated bodies as complete.
		return brokenMultipart(io.ErrUnexpectedEOF)
	}
	return nil
}

// addPart adds one part. The texts of all parts have left bytes.
func (f *form) addPart(part *multipart.Part, left *int64, file func(*multipart.Part, string) error) error {
	_, params, err := mime.ParseMediaType(part.Header.Get("Content-Disposition"))
	if err != nil {
		return brokenMultipart(err)
	}
	filename, isFile := params["filename"]
	if isFile && filename != "" {
		return file(part, params["name"])
	}
	text, err := io.ReadAll(io.LimitReader(part, *left+1))
	if err != nil {
		return brokenMultipart(err)
	}
	if *left -= int64(len(text)); *left < 0 {
		return tooLarge(f.limits.MaxBodyBytes)
	}
	switch {
	case !isFile:
		return f.add(params["name"], string(text))
	case len(text) == 0:
		// Browsers send this for a file input that was left empty.
		return nil
	}
	return noFile(params["name"])
}

func brokenMultipart(cause error) error {
	return malformed("The multipart body is broken; close every part with the boundary.").WithCause(cause)
}
