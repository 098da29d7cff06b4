// Package theme has the look that the pages of a site, its embeds, the desk and the API
// reference share: tokens.css has the colors, sizes and shapes as custom properties, base.css
// the first rules of every page.  A site's accent, and the colors of categories, become shades
// that can be read on light and on dark grounds.  It knows neither pages nor records.
package theme
