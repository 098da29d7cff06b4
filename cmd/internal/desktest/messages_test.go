package desktest

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"almanac/generated"
	"almanac/runtime/audit"
	"almanac/runtime/desk/page/pagetest"
	"almanac/runtime/desk/records"
	"almanac/runtime/model"
)

// recordsDir is the source of package records.
const recordsDir = "../../../runtime/desk/records"

// keyInCode finds the keys of messages in Go code: v.t("key").
var keyInCode = regexp.MustCompile(`\.t\(("(?:[^"\\]|\\.)*")`)

func TestMessagesAboutRecordsAreComplete(t *testing.T) {
	keys := append(records.ComputedMessages(), audit.ActionCreated, audit.ActionUpdated, audit.ActionTrashed, audit.ActionRestored, audit.ActionDeleted, audit.ActionPublished)
	for _, k := range generated.Service().Resources {
		keys = append(keys, model.Words(k.Name), model.Words(k.Plural))
		for _, a := range k.Args {
			if a.Meaning == "publish_date_utc" {
				continue
			}
			keys = append(keys, a.Label)
			for _, value := range a.Schema.Enum {
				keys = append(keys, model.Words(value.(string)))
			}
		}
		for _, a := range k.ListArgs {
			if a.In == "query" && records.IsFilter(a) {
				keys = append(keys, a.Label)
			}
		}
	}
	files, err := filepath.Glob(recordsDir + "/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range keyInCode.FindAllSubmatch(content, -1) {
			key, err := strconv.Unquote(string(match[1]))
			if err != nil {
				t.Fatal(err)
			}
			keys = append(keys, key)
		}
	}
	pagetest.Messages(t, recordsDir, keys...)
}
