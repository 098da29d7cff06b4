package client

import (
	"net/http"
	"strings"
	"testing"
)

// images returns the service of images on a fake.
func images(t *testing.T, f *fake) *MediaService {
	t.Helper()
	c, err := newCaller("http://calendar.example/v1/", []Option{WithHTTPClient(&http.Client{Transport: f})})
	if err != nil {
		t.Fatal(err)
	}
	return newMediaService(c)
}

func TestAFileIsSentWithItsNameAndTexts(t *testing.T) {
	f := &fake{answers: []func() (*http.Response, error){says(201, `{"id":7,"alt_text":"A cat"}`, "Location", "http://calendar.example/v1/media/7")}}
	m, err := images(t, f).Create(t.Context(), "für \"mich\".gif", []byte("GIF89a"), MediaFields{AltText: Set("A cat")})
	if err != nil || m.ID != 7 || m.AltText != "A cat" || m.Location == "" {
		t.Fatalf("got %+v, %v", m, err)
	}
	sent := f.calls[0]
	if sent.method != "POST" || sent.path != "/v1/media" || sent.query != "alt_text=A+cat" || sent.body != "GIF89a" || sent.header.Get("Content-Type") != "image/gif" ||
		!strings.HasPrefix(sent.header.Get("Content-Disposition"), "attachment; filename*=utf-8''f%C3%BCr") {
		t.Errorf("sent %+v", sent)
	}
}

func TestPagesOfImagesFollowTheHeaderLink(t *testing.T) {
	f := &fake{answers: []func() (*http.Response, error){
		says(200, `[{"id":1}]`, "Link", `<http://calendar.example/v1/media?page=2&search=cat>; rel="next"`, "X-Total", "2", "X-TotalPages", "2"),
		says(200, `[{"id":2}]`, "Link", `<http://calendar.example/v1/media?page=1&search=cat>; rel="prev"`, "X-Total", "2", "X-TotalPages", "2"),
	}}
	var ids []int64
	for m, err := range images(t, f).All(t.Context(), MediaParams{Search: Set("cat")}) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, m.ID)
	}
	if len(ids) != 2 || ids[0] != 1 || ids[1] != 2 || f.calls[1].query != "page=2&search=cat" {
		t.Errorf("got %v by %+v", ids, f.calls)
	}
}
