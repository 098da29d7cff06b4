package docsui

import (
	"crypto/sha256"
	"fmt"
	"html"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestVersionFollowsTheAssets holds that an asset that changes gets a new URL:
// browsers keep the old one for a year.
func TestVersionFollowsTheAssets(t *testing.T) {
	digest := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(catalog())) {
		content, err := files.ReadFile(catalog()[name])
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(digest, "%s %d\n%s", name, len(content), content)
	}
	release, _, _ := strings.Cut(version, "-")
	want := fmt.Sprintf("%s-%x", release, digest.Sum(nil)[:4])
	if version != want {
		t.Errorf("an asset has changed: set version in docsui.go to %q, it is %q", want, version)
	}
}

// TestSwaggerUIIsUnchanged compares with the files of swagger-ui-dist 5.35.0.
func TestSwaggerUIIsUnchanged(t *testing.T) {
	for name, want := range map[string]string{
		"swagger-ui-bundle.js": "e6a898692f2d768e807c3ba4626068a69a2c5dd960dd6c76f3e4d3a3de180af2",
		"swagger-ui.css":       "5ed08757e53da3e026d6cbecc61fe5d43585c9560b302d534ad56692519a273d",
	} {
		plain := get(t, name, "").Body.Bytes()
		if got := fmt.Sprintf("%x", sha256.Sum256(plain)); got != want {
			t.Errorf("SHA-256 of %s = %s, want %s", name, got, want)
		}
	}
}

// TestEmbeddedFilesAreServed holds that the program carries nothing that it
// does not serve, apart from the page itself.
func TestEmbeddedFilesAreServed(t *testing.T) {
	want := append(slices.Collect(maps.Values(catalog())), "page/page.html")
	slices.Sort(want)
	var got []string
	var size int64
	err := fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		got = append(got, path)
		info, err := d.Info()
		size += info.Size()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("embedded files (-want +got)\n%s", diff)
	}
	if most := int64(512 << 10); size > most {
		t.Errorf("embedded files take %d bytes, want at most %d", size, most)
	}
}

// references finds the URLs that a page loads or links to.
var references = regexp.MustCompile(`(?:href|src|data-doc)="([^"]*)"`)

func TestPageRefersToItsOwnHostOnly(t *testing.T) {
	tests := []struct {
		name, doc string
	}{
		{"without a slash the path of the page ends in doc", "doc"},
		{"with a slash the reference goes one level up", "../doc"},
		{"the reference may be an absolute path", "/calendar/events/v1/doc"},
		{"characters of HTML are escaped", `/a"><script>b&c/doc`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			page := string(Page(tt.doc))
			seen := 0
			for _, match := range references.FindAllStringSubmatch(page, -1) {
				url := html.UnescapeString(match[1])
				if url == "data:," { // The empty icon.
					continue
				}
				seen++
				rest, ok := strings.CutPrefix(url, tt.doc)
				if !ok {
					t.Errorf("page refers to %q, want only what is below %q", url, tt.doc)
				}
				if path, ok := strings.CutPrefix(rest, "/"); ok {
					if _, found := FindAsset(path); !found {
						t.Errorf("page refers to %q, which is no asset", url)
					}
				}
			}
			if want := 11; seen != want {
				t.Errorf("page has %d references, want %d", seen, want)
			}
			if strings.Contains(page, "{") {
				t.Errorf("page has a place that was not filled:\n%s", page)
			}
		})
	}
}

// TestPageHasNothingInline holds what the policy asks for: a browser would
// ignore an inline script or style.
func TestPageHasNothingInline(t *testing.T) {
	inline := regexp.MustCompile(`<style|<script>|<script [^>]*>[^<]|\sstyle=|\son[a-z]+=|javascript:`)
	if got := inline.FindString(string(Page("doc"))); got != "" {
		t.Errorf("page has %q inline", got)
	}
}

func TestPolicyAllowsTheOwnHostOnly(t *testing.T) {
	want := []string{
		"default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:",
		"connect-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
	}
	if diff := cmp.Diff(want, strings.Split(Policy, "; ")); diff != "" {
		t.Errorf("policy (-want +got)\n%s", diff)
	}
}
