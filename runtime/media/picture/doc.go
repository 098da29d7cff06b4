// Package picture reads JPEG, PNG, GIF and WebP files that nobody vouches for: it checks
// them, takes out what tells about their author, turns them upright, and makes smaller
// versions.
//
// It knows files as bytes, and nothing about where they are stored.
package picture
