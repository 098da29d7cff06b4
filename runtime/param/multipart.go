package param

import (
	"bytes"
	"io"
	"mime"
	"mime/multipart"

	"almanac/runtime/apierror"
)

// parseMultipart adds the text parts of a multipart/form-data body (RFC 7578).
// A file is rejected: no parameter of the API accepts one.
func (f *form) parseMultipart(body []byte, boundary string) error {
	if boundary == "" {
		return malformed("The multipart body has no boundary; name it in Content-Type.")
	}
	// The reader accepts some truncated bodies as complete.
	if !bytes.Contains(body, []byte("--"+boundary+"--")) {
		return brokenMultipart(io.ErrUnexpectedEOF)
	}
	reader := multipart.NewReader(bytes.NewReader(body), boundary)
	for {
		part, err := reader.NextPart()
		if err == io.EOF { // Not errors.Is: a wrapped io.EOF is a truncated body.
			return nil
		}
		if err != nil {
			return brokenMultipart(err)
		}
		if err := f.addPart(part); err != nil {
			return err
		}
	}
}

// addPart adds one part.
func (f *form) addPart(part *multipart.Part) error {
	text, err := io.ReadAll(part)
	if err != nil {
		return brokenMultipart(err)
	}
	_, params, err := mime.ParseMediaType(part.Header.Get("Content-Disposition"))
	if err != nil {
		return brokenMultipart(err)
	}
	filename, isFile := params["filename"]
	switch {
	case !isFile:
		return f.add(params["name"], string(text))
	case filename == "" && len(text) == 0:
		// Browsers send this for a file input that was left empty.
		return nil
	}
	shown := clip(params["name"], maxEcho)
	return apierror.InvalidParamError(shown, "%s must be text, not a file.", shown)
}

func brokenMultipart(cause error) error {
	return malformed("The multipart body is broken; close every part with the boundary.").WithCause(cause)
}
