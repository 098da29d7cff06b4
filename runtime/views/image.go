package views

import (
	"encoding/json"

	"almanac/runtime/model"
)

// ImageView is an image in a response.
type ImageView struct {
	URL       string          `json:"url" doc:"Address of the image"`
	ID        int64           `json:"id" doc:"Image ID"`
	Extension string          `json:"extension" doc:"File name extension"`
	Width     int64           `json:"width,omitempty" doc:"Pixels"`
	Height    int64           `json:"height,omitempty" doc:"Pixels"`
	FileSize  int64           `json:"filesize,omitempty" doc:"Bytes"`
	Sizes     json.RawMessage `json:"sizes,omitempty" doc:"Smaller versions by name"`
}

// ViewOfImage returns the image as responses show it, nil when the record has none.
func ViewOfImage(i model.Image) *ImageView {
	if i.ID == 0 {
		return nil
	}
	v := &ImageView{URL: i.URL, ID: i.ID, Extension: model.FileExtension(i.URL), Width: i.Width, Height: i.Height, FileSize: i.FileSize}
	if i.Sizes != "" {
		v.Sizes = json.RawMessage(i.Sizes)
	}
	return v
}
