package views_test

import (
	"encoding/json"
	"testing"

	"almanac/runtime/deployment"
	"almanac/runtime/jsonenc"
	"almanac/runtime/model"
	"almanac/runtime/model/modeltest"
	"almanac/runtime/request"
	"almanac/runtime/views"
)

// noteView is the view of a note inside another one.
type noteView struct {
	title string
	part  []byte
}

func (n *noteView) Encoded() *noteView { return &noteView{part: n.AppendJSON(nil)} }

func (n *noteView) AppendJSON(b []byte) []byte {
	if n.part != nil {
		return append(b, n.part...)
	}
	return jsonenc.AppendString(b, n.title)
}

func TestSharedPartsAreEncodedOnce(t *testing.T) {
	tests := []struct {
		name             string
		shared, written  bool
		password, second string // What the second view shows.
	}{
		{"a record that is shared", true, false, "", `"first"`},
		{"a record of one request", false, false, "", `"second"`},
		{"after a write", true, true, "", `"second"`},
		{"a protected record", true, false, "sesame", `"second"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			note := &modeltest.Note{Title: "first"}
			note.Password = tt.password
			if tt.shared {
				note.Memo = new(model.Memo)
			}
			show := func(single bool) string {
				v := &views.View{Request: &request.Request{}, Single: single, AfterWrite: tt.written}
				parts := views.Parts(v, []*modeltest.Note{note}, func(_ *views.View, n *modeltest.Note) *noteView { return &noteView{title: n.Title} })
				return string(parts[0].AppendJSON(nil))
			}
			if got := show(false); got != `"first"` {
				t.Errorf("got %s first", got)
			}
			note.Title = "second"
			if got := show(false); got != tt.second {
				t.Errorf("got %s, want %s", got, tt.second)
			}
			if got := show(true); got != `"second"` {
				t.Errorf("got %s in a single record, want another form than in lists", got)
			}
		})
	}
}

// image returns an image as a record of a site shows it.
func image(i model.Image) *views.ImageView {
	d := deployment.Deployment{SiteURL: "https://site.example"}
	return (&views.View{Request: &request.Request{Env: &request.Env{Deployment: d}}}).Image(&model.Post{Image: i})
}

func TestValuesAreEncoded(t *testing.T) {
	one, many := views.OneOrMany[int]{1}, views.OneOrMany[int]{1, 2}
	tests := []struct {
		name  string
		value any
		want  string
	}{
		{"one", one, "1"},
		{"many", many, "[1,2]"},
		{"none", views.OneOrMany[int]{}, "[]"},
		{"the only one", views.OneOrNull[int]{1}, "1"},
		{"no only one", views.OneOrNull[int]{}, "null"},
		{"no value", views.ValueOrFalse[int]{}, "false"},
		{"a value", views.ValueOrFalse[int]{Value: views.PtrTo(3)}, "3"},
		{"an empty list", views.EmptyList{}, "[]"},
		{"HTML", "<a>&</a>", `"\u003ca\u003e&\u003c/a\u003e"`},
		{"no image", image(model.Image{}), "null"},
		{"an image", image(model.Image{ID: 1, URL: "https://x/a.jpg", Width: 5}), `{"url":"https://x/a.jpg","id":1,"extension":"jpg","width":5}`},
		{
			"a stored image", image(model.Image{ID: 1, URL: "/wp-content/uploads/a.jpg", Alt: "A", Sizes: `{"medium":{"url":"/wp-content/uploads/b.jpg"}}`}),
			`{"url":"https://site.example/wp-content/uploads/a.jpg","id":1,"extension":"jpg","alt":"A","sizes":{"medium":{"url":"https://site.example/wp-content/uploads/b.jpg"}}}`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := views.Marshal(tt.value)
			if err != nil || string(got) != tt.want {
				t.Errorf("Marshal: %s, %v, want %s", got, err, tt.want)
			}
			own, err := views.Encode(tt.value)
			if err != nil || string(own) != tt.want+"\n" || !json.Valid(own) {
				t.Errorf("Encode: %s, %v, want %s", own, err, tt.want)
			}
		})
	}
}

func TestAddressesOfTerms(t *testing.T) {
	d := deployment.Deployment{Namespace: "labels/v1", SiteURL: "https://site.example"}
	v := &views.View{Request: &request.Request{Env: &request.Env{Deployment: d}}}
	term := &model.Term{Named: model.Named{Base: model.Base{ID: 2}, Slug: "low é"}, Parent: 1, Path: []string{"top"}}
	res := &model.Resource{Plural: "labels", PagePath: "label"}
	if got, want := v.TermURL(res, term), "https://site.example/label/top/low%20%C3%A9/"; got != want {
		t.Errorf("page %s, want %s", got, want)
	}
	if urls := v.TermURLs(res, term); urls.Up != v.RestURL(res, 1) || urls.Self != v.RestURL(res, 2) {
		t.Errorf("addresses %+v", urls)
	}
	if urls := v.TermURLs(res, &model.Term{}); urls.Up != "" {
		t.Errorf("a term without a parent has the parent %s", urls.Up)
	}
}
