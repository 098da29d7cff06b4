// Package fetch reads JSON from another site, politely and warily: at a
// limited rate, again after a pause when the site is in trouble, never more of
// a response than a page can have, and never from another host than the one
// that was named.  Responses can be kept in a folder, so that a program that was
// killed goes on where it was.  It knows HTTP and nothing of what the responses
// hold.
package fetch
