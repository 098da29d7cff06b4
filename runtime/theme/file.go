package theme

import "strings"

// FileName returns the name of a file that depends on the accent, such as theme-ffcc00.css for
// theme.css: its content never changes.
func FileName(file, accent string) string {
	c, err := ParseColor(accent)
	if err != nil {
		return file
	}
	name, extension, _ := strings.Cut(file, ".")
	return name + "-" + c.String()[1:] + "." + extension
}

// ParseFileName returns the file and the accent of a name that FileName has made, "" for none.
func ParseFileName(name string) (file, accent string) {
	rest, extension, _ := strings.Cut(name, ".")
	file, hex, _ := strings.Cut(rest, "-")
	if _, err := ParseColor("#" + hex); err != nil {
		return name, ""
	}
	return file + "." + extension, "#" + hex
}
