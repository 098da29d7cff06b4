// Package pictures copies the pictures of an imported site into the media store: featured
// images with their smaller versions, and images that texts show; and other files that
// texts link to, such as PDF. Files keep their names and their bytes.
//
// What a site names is not trusted: only files of its own host, and of hosts that the
// operator names, are fetched, from public networks, and only pictures and files of a few
// types are stored.
package pictures
