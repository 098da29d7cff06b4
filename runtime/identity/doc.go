// Package identity stores the name and the look of a site, which administrators set in the
// desk. It knows the table, and neither pages nor users; settings of the deployment have
// precedence, which Under says.
package identity
