package client

import (
	"net/http"
	"testing"
)

func TestTheIndexIsReadAsOtherServicesWriteIt(t *testing.T) {
	text := `{"namespace":"n","routes":{"/n":{"methods":["GET"],"endpoints":[{"methods":["GET"],"args":[]},
		{"methods":["POST"],"args":{"a":{"type":["string","null"],"required":true,"enum":["x",1]},"b":{"type":"integer","default":1}}}]}}}`
	f := &fake{answers: []func() (*http.Response, error){says(200, text)}}
	c := core{things(t, f).caller}
	index, err := c.Index(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	endpoints := index.Routes["/n"].Endpoints
	if len(endpoints) != 2 || len(endpoints[0].Args) != 0 || !endpoints[1].Args["a"].Required || len(endpoints[1].Args["a"].Type) != 2 || endpoints[1].Args["b"].Type[0] != "integer" {
		t.Errorf("got %+v", endpoints)
	}
	document, err := c.Document(t.Context(), "3.0")
	if err != nil || len(document) == 0 || f.calls[0].path != "/v1" || f.calls[1].path != "/v1/doc" || f.calls[1].query != "version=3.0" {
		t.Errorf("%v, requests %v", err, f.calls)
	}
}
