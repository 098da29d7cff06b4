package uploadtest

import (
	"bytes"
	"net/http"
	"testing"
)

func TestADryRunChangesNoImage(t *testing.T) {
	each(t, func(t *testing.T, s *server) {
		tried := s.send("author", "POST", "/media?dry_run=true", bytes.NewReader(pngFile(20, 20)), map[string]string{"Content-Type": "image/png", "Content-Disposition": `attachment; filename="a.png"`})
		s.want("upload", tried, http.StatusCreated, "")
		if got := s.files(); len(got) > 0 || tried.Header.Get("Location") != "" {
			t.Error("left are", got, tried.Header)
		}
		up := s.upload("author", pngFile(20, 20), "b.png")
		changed := s.sendJSON("author", "PATCH", "/media/"+id(up), `{"title":"New","dry_run":true}`)
		s.want("update", changed, http.StatusOK, "")
		if changed.at("title.raw") != "New" {
			t.Errorf("update answers %s", changed.Body)
		}
		s.want("no boolean", s.send("author", "DELETE", "/media/"+id(up)+"?dry_run=perhaps", nil, nil), http.StatusBadRequest, "rest_invalid_param")
		s.want("of another author", s.send("other", "DELETE", "/media/"+id(up)+"?dry_run=true", nil, nil), http.StatusNotFound, "rest_post_invalid_id")
		s.want("delete", s.send("author", "DELETE", "/media/"+id(up)+"?dry_run=true", nil, nil), http.StatusOK, "")
		after := s.send("author", "GET", "/media/"+id(up), nil, nil)
		s.want("read", after, http.StatusOK, "")
		if after.at("title.raw") != up.at("title.raw") || s.fetch(up.at("source_url")).Status != http.StatusOK {
			t.Errorf("after dry runs the image is %s", after.Body)
		}
	})
}
