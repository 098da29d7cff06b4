package uploadtest

import (
	"bytes"
	"net/http"
	"testing"
)

func TestAKeyHasAnUploadHappenOnce(t *testing.T) {
	each(t, func(t *testing.T, s *server) {
		upload := func(user string, file []byte, key string) response {
			return s.send(user, "POST", "/media?alt_text=Words", bytes.NewReader(file), map[string]string{
				"Content-Type": "image/png", "Content-Disposition": `attachment; filename="a.png"`, "Idempotency-Key": key,
			})
		}
		first := upload("author", pngFile(20, 20), "one")
		s.want("the first", first, http.StatusCreated, "")
		stored := s.files()
		again := upload("author", pngFile(20, 20), "one")
		s.want("the second", again, http.StatusCreated, "")
		for _, name := range []string{"Location", "X-WP-Upload-Attachment-ID"} {
			if got, want := again.Header.Get(name), first.Header.Get(name); got != want || want == "" {
				t.Errorf("%s of the second is %q, want %q", name, got, want)
			}
		}
		if !bytes.Equal(again.Body, first.Body) || again.Header.Get("Idempotency-Replayed") != "true" || first.Header.Get("Idempotency-Replayed") != "" {
			t.Errorf("the second answers %v %s, want %s", again.Header, again.Body, first.Body)
		}
		if got := s.files(); len(got) != len(stored) {
			t.Errorf("files are %v, want %v", got, stored)
		}
		s.want("another file", upload("author", pngFile(30, 20), "one"), http.StatusUnprocessableEntity, "rest_idempotency_key_reused")
		s.want("no key", upload("author", pngFile(20, 20), "two words"), http.StatusBadRequest, "rest_invalid_idempotency_key")
		if got := s.files(); len(got) != len(stored) {
			t.Errorf("files are %v, want %v", got, stored)
		}
		other := upload("other", pngFile(20, 20), "one")
		s.want("of another user", other, http.StatusCreated, "")
		if id(other) == id(first) {
			t.Error("another user gets the image of the first")
		}
	})
}
