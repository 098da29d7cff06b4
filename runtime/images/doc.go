// Package images knows the images of a service: their rows, who may see and change them,
// and the files that uploads become.
//
// It knows what a file and a picture are, and no resource by name. Read upload.go (from a
// file to stored ones), then write.go and read.go.
package images
