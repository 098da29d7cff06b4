package httpapi_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"almanac/runtime/feed"
	"almanac/runtime/httpapi"
	"almanac/runtime/model"
	"almanac/runtime/query"
)

func TestTheArgumentOfFeedsNamesAllFormats(t *testing.T) {
	format := model.ArgsOf[httpapi.FeedFormat]()[0].Schema
	enum := []string{}
	for _, value := range format.Enum {
		enum = append(enum, value.(string))
	}
	if !slices.Equal(enum, feed.FormatNames()) {
		t.Errorf("formats %v, want %v", enum, feed.FormatNames())
	}
	if most := strconv.Itoa(query.MaxFeed); !strings.Contains(format.Description, most+" records") {
		t.Errorf("%q does not say that feeds have at most %s records", format.Description, most)
	}
}
