package client

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSyncReadsADeltaToItsEnd(t *testing.T) {
	f := &fake{answers: []func() (*http.Response, error){
		says(200, `{"things":[{"id":1}],"removed":[4],"sync_token":"b","more":true}`),
		says(200, `{"things":[{"id":2}],"removed":[5],"sync_token":"c","more":false}`),
	}}
	got, err := things(t, f).Sync(context.Background(), thingParams{Kind: Set("x")}, "a")
	if err != nil {
		t.Fatal(err)
	}
	var ids []int64
	for _, record := range got.Records {
		ids = append(ids, record.ID)
	}
	if diff := cmp.Diff([]any{[]int64{1, 2}, []int64{4, 5}, "c"}, []any{ids, got.Removed, got.Token}); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if f.calls[0].query != "changes_since=a&kind=x" || f.calls[1].query != "changes_since=b&kind=x" {
		t.Errorf("queries = %q, %q", f.calls[0].query, f.calls[1].query)
	}
}

func TestSyncWithAServiceThatHasNone(t *testing.T) {
	f := &fake{answers: []func() (*http.Response, error){says(200, `{"things":[{"id":1}],"total":1}`)}}
	if _, err := things(t, f).Sync(context.Background(), thingParams{}, ""); err == nil || !strings.Contains(err.Error(), "does not say") {
		t.Errorf("err = %v", err)
	}
}
