package pages

import "embed"

// files are what pages are made of: templates, texts, styles and pictures.
//
//go:embed templates/*.html messages calendar.css event.css calendar.svg embed.css favicon.ico almanac-events.js
var files embed.FS
