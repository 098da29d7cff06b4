// Package copyfile makes files that appear under their name once they are
// complete and on the disk.
package copyfile
