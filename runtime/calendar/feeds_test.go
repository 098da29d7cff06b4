package calendar_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"almanac/runtime/calendar"
	"almanac/runtime/model"
	"almanac/runtime/query"
)

func TestTheArgumentOfFeedsNamesAllFormats(t *testing.T) {
	format := model.ArgsOf[calendar.FeedFormat]()[0].Schema
	enum := []string{}
	for _, value := range format.Enum {
		enum = append(enum, value.(string))
	}
	names := []string{"json"}
	for _, f := range calendar.FeedFormats() {
		names = append(names, f.Name)
	}
	if !slices.Equal(enum, names) {
		t.Errorf("formats %v, want %v", enum, names)
	}
	if most := strconv.Itoa(query.MaxFeed); !strings.Contains(format.Description, most+" records") {
		t.Errorf("%q does not say that feeds have at most %s records", format.Description, most)
	}
}
