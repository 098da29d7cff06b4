// Package colors reads colors, makes shades of them that can be read on the light and the
// dark pages of calendar.css, and writes these as CSS.  It knows neither pages nor records.
package colors
