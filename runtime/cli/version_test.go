package cli

import (
	"runtime/debug"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTheVersionIsWhatGoNotedUnlessItWasStamped(t *testing.T) {
	const revision = "5a3345278219ed503e541be37344be73a835df3a"
	noted := func(version, modified string) *debug.BuildInfo {
		return &debug.BuildInfo{GoVersion: "go1.26.8", Main: debug.Module{Version: version}, Settings: []debug.BuildSetting{
			{Key: "GOOS", Value: "linux"},
			{Key: "GOARCH", Value: "arm64"},
			{Key: "vcs.revision", Value: revision},
			{Key: "vcs.time", Value: "2026-11-20T17:38:23Z"},
			{Key: "vcs.modified", Value: modified},
		}}
	}
	const compiler = "go1.26.8 linux/arm64"
	tests := []struct {
		name    string
		info    *debug.BuildInfo
		stamped build
		want    build
	}{
		{
			"a tag", noted("v1.2.3", "false"),
			build{},
			build{"v1.2.3", revision, "2026-11-20T17:38:23Z", compiler},
		},
		{
			"files that differ from the commit", noted("v1.2.3+dirty", "true"),
			build{},
			build{"v1.2.3+dirty", revision + ", and changes since", "2026-11-20T17:38:23Z", compiler},
		},
		{
			"a clone without history has no version", noted("(devel)", "false"),
			build{},
			build{"5a3345278219", revision, "2026-11-20T17:38:23Z", compiler},
		},
		{
			"without git", &debug.BuildInfo{GoVersion: "go1.26.8"},
			build{},
			build{"development", "unknown", "unknown", "go1.26.8 /"},
		},
		{
			"stamped by the linker, in another zone",
			&debug.BuildInfo{GoVersion: "go1.26.8", Main: debug.Module{Version: "(devel)"}},
			build{version: "v1.2.3", commit: "5a33452", commitTime: "2026-11-20T18:38:23+01:00"},
			build{"v1.2.3", "5a33452", "2026-11-20T17:38:23Z", "go1.26.8 /"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := describe(tt.info, tt.stamped)
			if diff := cmp.Diff(tt.want, got, cmp.AllowUnexported(build{})); diff != "" {
				t.Errorf("build (-want +got):\n%s", diff)
			}
		})
	}
}
