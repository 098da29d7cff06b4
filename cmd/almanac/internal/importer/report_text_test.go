package importer_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/transfer"
)

func TestAReportBeginsWithItsVerdictAndHasALineForEachKind(t *testing.T) {
	shifted := func(n int) (list []transfer.Problem) {
		for i := range n {
			list = append(list, transfer.Problem{Resource: "event", ID: int64(i + 1), Type: "it starts at … UTC here", Text: fmt.Sprint("it starts at ", i, " UTC here")})
		}
		return list
	}
	tests := []struct {
		name     string
		report   transfer.Report
		want     string
		short    bool
		complete bool
	}{
		{"nothing to tell", transfer.Report{Import: true}, "complete: everything that was read was imported\n", false, true},
		{"no end", transfer.Report{}, "", false, true},
		{"something to do", transfer.Report{Import: true, DryRun: true, Todo: []string{"run it"}}, "dry run: nothing was changed\ncomplete: everything that was read was imported\nto do: run it\n", false, true},
		{"many of a kind", transfer.Report{Import: true, Problems: shifted(120)}, "complete: everything that was read was imported, with the differences below\n" +
			"differences: 120\n  120 × event: it starts at … UTC here (such as 1, 2, 3)\n", true, true},
		{"left out on purpose", transfer.Report{Import: true, Problems: []transfer.Problem{
			{Resource: "event", ID: 7, Type: "<script> removed", Text: "2 <script> removed", OnPurpose: true},
		}}, "complete: everything that was read was imported, except what was left out on purpose\n" +
			"intentional changes: 1\n  event 7: 2 <script> removed\n", false, true},
		{
			"records on no page",
			transfer.Report{Import: true, Problems: []transfer.Problem{{Missing: 3, Text: "3 of 65 are missing"}}},
			"incomplete: 3 items not imported, 0 partly imported\nnot fully imported: 1\n  3 of 65 are missing\n", false, false,
		},
		{
			"what is missing comes first",
			transfer.Report{Import: true, Problems: append(shifted(1),
				transfer.Problem{Resource: "event", ID: 7, Type: "imported without image: …", Text: "imported without image: too wide", Lost: true},
				transfer.Problem{Resource: "event", ID: 7, Type: "<iframe> removed", Text: "2 <iframe> removed", Lost: true},
				transfer.Problem{Resource: "event", ID: 8, Type: "has no title", Text: "has no title", Skipped: true},
				transfer.Problem{Resource: "event", ID: 9, Type: "has no title", Text: "has no title", Skipped: true},
				transfer.Problem{Text: "page 2 of events is broken", Skipped: true})},
			"incomplete: 3 items not imported, 1 partly imported\nnot fully imported: 5\n" +
				"  2 × event: skipped: has no title (such as 8, 9)\n  page 2 of events is broken\n" +
				"  event 7: imported without image: too wide\n  event 7: 2 <iframe> removed\ndifferences: 1\n  event 1: it starts at 0 UTC here\n", true, false,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, tt.report.String()); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			if tt.report.Shortened() != tt.short || (tt.report.Skipped()+tt.report.Lost() == 0) != tt.complete {
				t.Errorf("shortened %v, skipped %d, lost %d", tt.report.Shortened(), tt.report.Skipped(), tt.report.Lost())
			}
			if got := strings.Count(tt.report.Details(), "\n"); got != len(tt.report.Problems) {
				t.Errorf("%d lines of details for %d problems", got, len(tt.report.Problems))
			}
		})
	}
}

func TestWhatCleaningRemovesIsCounted(t *testing.T) {
	databases.Sampled(t, func(t *testing.T, url string) {
		a := open(t, url, testDeployment(t))
		report := importFrom(t, a, list(t, "events",
			event(5, map[string]any{"slug": "a", "description": `<p>Tea</p><iframe src="https://www.youtube.com/embed/x"></iframe><script>go()</script><IFRAME src="y"></IFRAME><iframe src="z"></iframe><!-- x -->`}),
			event(6, map[string]any{"slug": "b", "description": `<p style="color: red; text-align: left; x_y: 1" onclick="go()" data-a="1" data-b="2">Tea</p><img src="a.png" srcset="b.png 2x"><img src="a.png" srcset="data:x 2x"><style>p{}</style>`}),
			event(7, map[string]any{"slug": "c", "description": `<p>Tea</p><svg><path d="M0"/></svg><iframe src="https://maps.example/"></iframe>`, "excerpt": `<video src="v.mp4"></video>`}),
			event(9, map[string]any{"slug": "e", "title": "A <b>big</b> gala &amp; <i>more</i>", "description": `<p style="float:left">Tea</p><iframe src="//player.vimeo.com/video/1"></iframe><img src="a.png" srcset="b.png 2x">`}),
			event(8, map[string]any{"slug": "d", "description": `<p class="x">Tea &amp; <strong>cake</strong> 1 < 2 <a href="https://x.example">x</a></p>`}),
		))
		want := []string{
			"event 5: 2 <iframe> removed from its description (y)",
			"event 5: 1 <script> removed from its description",
			"event 5: 1 comments removed from its description",
			"event 6: 1 <style> removed from its description",
			"event 6: 1 color styles removed from its description",
			"event 6: 2 data-… attributes removed from its description",
			"event 6: 1 event handlers removed from its description",
			"event 6: 1 other styles removed from its description",
			"event 6: 1 srcset attributes removed from its description",
			"event 7: 1 <iframe> removed from its description (https://maps.example/)",
			"event 7: 1 <path> removed from its description",
			"event 7: 1 <svg> removed from its description",
			"event 7: 1 players replaced by links in its excerpt",
			"event 9: 1 <b> removed from its title",
			"event 9: 1 <i> removed from its title",
		}
		if diff := cmp.Diff(want, texts(report)); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
		if report.Lost() != 2 || !strings.Contains(report.String(), "2 × event: <iframe> removed from its description (such as 5, 7)") {
			t.Errorf("lost %d:\n%s", report.Lost(), report)
		}
	})
}
