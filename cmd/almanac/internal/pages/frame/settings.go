package frame

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"almanac/runtime/identity"
	"almanac/runtime/locale"
	"almanac/runtime/theme"
)

// SettingLanguages is a setting of a deployment, beside those of package identity: the
// languages of texts, comma-separated.  The first is also for records of other languages, and
// of none.  CheckSetting says what they may be.
const SettingLanguages = "page_languages"

// CheckSetting returns what is wrong with a setting; "" is no setting.
func CheckSetting(name, value string) error {
	if value == "" {
		return nil
	}
	var err error
	switch name {
	case SettingLanguages:
		_, err = parseLanguages(value)
	case identity.SettingAccent:
		_, err = theme.ParseColor(value)
	case identity.SettingLogo:
		_, _, err = logoType(value)
	case identity.SettingFooter:
		_, err = parseLinks(value)
	}
	return err
}

func parseLanguages(list string) ([]string, error) {
	var codes []string
	for code := range strings.SplitSeq(list, ",") {
		code = strings.TrimSpace(code)
		if !locale.Has(code) {
			return nil, fmt.Errorf("must be one or more of %s, not %q", strings.Join(locale.Codes(), ", "), code)
		}
		codes = append(codes, code)
	}
	return codes, nil
}

// parseLinks reads lines of TEXT=URL.
func parseLinks(lines string) ([]Link, error) {
	var list []Link
	for line := range strings.SplitSeq(lines, "\n") {
		text, address, _ := strings.Cut(line, "=")
		text, address = strings.TrimSpace(text), strings.TrimSpace(address)
		u, err := url.Parse(address)
		known := err == nil && (u.Scheme == "" && strings.HasPrefix(u.Path, "/") || u.Scheme == "mailto" ||
			WebAddress(address) != "" && u.Host != "")
		if text == "" || !known {
			return nil, fmt.Errorf("must have the form TEXT=URL, such as Legal notice=https://site.example/legal, not %q", line)
		}
		list = append(list, Link{text, address})
	}
	return list, nil
}

// logoType returns the media type of the content of a logo, and the end of its name.
func logoType(content string) (media, extension string, err error) {
	switch media = http.DetectContentType([]byte(content)); media {
	case "image/png", "image/jpeg", "image/gif", "image/webp":
		return media, "." + strings.TrimPrefix(media, "image/"), nil
	}
	if head := content[:min(len(content), 1000)]; strings.Contains(head, "<svg") {
		return "image/svg+xml", ".svg", nil
	}
	return "", "", errors.New("must be a picture: SVG, PNG, JPEG, GIF or WebP")
}
