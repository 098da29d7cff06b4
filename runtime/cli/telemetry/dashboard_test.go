package telemetry_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Names in a query: of metrics, and of the labels by which it groups and selects.
var (
	metricName = regexp.MustCompile(`\b([a-z_]+)\{`)
	groupedBy  = regexp.MustCompile(`\bby \(([^)]*)\)`)
	selectedBy = regexp.MustCompile(`\b([a-z_]+)=~?"`)
)

// ours matches the names of metrics of this package.
var ours = regexp.MustCompile(`^(almanac|http|db)_`)

// series lists the names of the metrics that a service serves, and of the labels.
func series(t *testing.T) (names, labels []string) {
	t.Helper()
	s := open(t)
	get(t, s.handler, api+"/orders")
	s.metrics.Query(t.Context(), failedCall())
	for line := range strings.Lines(text(t, get(t, s.metrics.Handler(), "/metrics"))) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		name, rest, labelled := strings.Cut(line, "{")
		if !labelled {
			name, _, _ = strings.Cut(line, " ")
		}
		names = append(names, name)
		for _, m := range regexp.MustCompile(`([a-z_]+)="`).FindAllStringSubmatch(rest, -1) {
			labels = append(labels, m[1])
		}
	}
	return names, append(labels, "instance", "job") // Prometheus adds these.
}

func TestTheDashboardAsksForMetricsThatThereAre(t *testing.T) {
	file, err := os.ReadFile(filepath.Join("..", "..", "..", "deploy", "grafana", "almanac.json"))
	if err != nil {
		t.Fatal(err)
	}
	var dashboard struct {
		Panels []struct {
			Title, Type string
			Targets     []struct{ Expr string }
		}
	}
	if err := json.Unmarshal(file, &dashboard); err != nil {
		t.Fatal(err)
	}
	names, labels := series(t)
	asked := 0
	for _, panel := range dashboard.Panels {
		if panel.Type != "row" && len(panel.Targets) == 0 {
			t.Errorf("%s: asks for nothing", panel.Title)
		}
		for _, target := range panel.Targets {
			for _, m := range metricName.FindAllStringSubmatch(target.Expr, -1) {
				asked++
				if !slices.Contains(names, m[1]) {
					t.Errorf("%s: there is no metric %s", panel.Title, m[1])
				}
			}
			for _, m := range append(groupedBy.FindAllStringSubmatch(target.Expr, -1), selectedBy.FindAllStringSubmatch(target.Expr, -1)...) {
				for label := range strings.SplitSeq(m[1], ",") {
					if !slices.Contains(labels, strings.TrimSpace(label)) {
						t.Errorf("%s: there is no label %s", panel.Title, label)
					}
				}
			}
		}
	}
	if asked < 20 {
		t.Errorf("the dashboard asks for %d metrics only", asked)
	}
	for _, name := range names {
		// A metric that no panel shows is of no use.
		base := strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(name, "_sum"), "_count"), "_bucket")
		if ours.MatchString(name) && base != "almanac_cache_entries" && !strings.Contains(string(file), base) {
			t.Errorf("the dashboard does not show %s", name)
		}
	}
}
