package validate

import (
	"strings"
)

// otherFiles are the extensions of well-known files that are no images.  What is
// not among them may be one: many addresses of images end in anything or nothing.
var otherFiles = func() map[string]bool {
	set := map[string]bool{}
	for _, extension := range strings.Fields("7z aac apk avi bz2 css csv dmg doc docx eot epub exe flac flv gz htm html ics iso jar js json m4a m4v md mid midi " +
		"mjs mkv mov mp3 mp4 mpeg mpg odp ods odt oga ogg ogv otf pdf ppt pptx rar rtf sql swf tar tgz tsv ttf txt vcf wasm wav webm wma wmv woff woff2 " +
		"xhtml xls xlsx xml xz zip") {
		set[extension] = true
	}
	return set
}()
