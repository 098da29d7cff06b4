// Values that responses write in more than one way.

package client

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Many is a list that the API may also write as its only member, and as
// false or null when it is empty.
type Many[T any] []T

// UnmarshalJSON reads each of these forms.
func (m *Many[T]) UnmarshalJSON(text []byte) error {
	*m = nil
	if isNone(text) {
		return nil
	}
	if text[0] == '[' {
		return json.Unmarshal(text, (*[]T)(m))
	}
	var one T
	if err := json.Unmarshal(text, &one); err != nil {
		return err
	}
	*m = Many[T]{one}
	return nil
}

// isNone reports whether a JSON text is one of those that stand for nothing.
func isNone(text []byte) bool {
	switch string(bytes.TrimSpace(text)) {
	case "null", "false", `""`, "[]":
		return true
	}
	return false
}

// Image is a picture that the service knows by its address.
type Image struct {
	URL       string          `json:"url"`
	ID        int64           `json:"id"`
	Extension string          `json:"extension"`         // Of the file's name.
	Width     int64           `json:"width,omitzero"`    // Pixels, 0 when not known.
	Height    int64           `json:"height,omitzero"`   // Pixels, 0 when not known.
	FileSize  int64           `json:"filesize,omitzero"` // Bytes, 0 when not known.
	Sizes     json.RawMessage `json:"sizes,omitempty"`   // Smaller versions by name.
}

// IsZero reports whether there is no image.
func (i Image) IsZero() bool { return i.ID == 0 && i.URL == "" }

// MarshalJSON writes the image, or false where there is none.
func (i Image) MarshalJSON() ([]byte, error) {
	if i.IsZero() {
		return []byte("false"), nil
	}
	type plain Image
	return json.Marshal(plain(i))
}

// UnmarshalJSON reads an image, or one of the forms that stand for none.
func (i *Image) UnmarshalJSON(text []byte) error {
	*i = Image{}
	if isNone(text) {
		return nil
	}
	type plain Image
	return json.Unmarshal(text, (*plain)(i))
}

// UserID is the id of a user, which responses write as text; 0 stands for none.
type UserID int64

// MarshalJSON writes the id as text.
func (id UserID) MarshalJSON() ([]byte, error) {
	return json.Marshal(strconv.FormatInt(int64(id), 10))
}

// UnmarshalJSON reads an id, written as text or as a number.
func (id *UserID) UnmarshalJSON(text []byte) error {
	*id = 0
	if isNone(text) {
		return nil
	}
	n, err := strconv.ParseInt(strings.Trim(string(text), `"`), 10, 64)
	if err != nil {
		return fmt.Errorf("%s is no id of a user", text)
	}
	*id = UserID(n)
	return nil
}

// CostDetails is a cost in its parts.
type CostDetails struct {
	CurrencySymbol   string       `json:"currency_symbol"`   // As written, "" when there is none.
	CurrencyCode     string       `json:"currency_code"`     // As written, "" when there is none.
	CurrencyPosition string       `json:"currency_position"` // "prefix", "postfix" or "".
	Values           Many[string] `json:"values"`            // Ascending.
}

// LinkedTerm is a term as records show it that have it.
type LinkedTerm struct {
	ID          int64    `json:"id"`
	Name        string   `json:"name"` // Safe HTML text.
	Slug        string   `json:"slug"`
	Description string   `json:"description"` // Safe HTML text.
	Parent      int64    `json:"parent"`      // ID of the parent term, 0 for none.
	Count       int64    `json:"count"`       // Published records that have the term.
	Taxonomy    string   `json:"taxonomy"`
	TaxonomyID  int64    `json:"term_taxonomy_id"` // The same as the ID.
	Group       int64    `json:"term_group"`       // Always 0.
	Filter      string   `json:"filter"`           // Always "raw".
	URLs        TermURLs `json:"urls"`
}

// TermURLs are the addresses of a term in the API.
type TermURLs struct {
	Self       string `json:"self"`
	Collection string `json:"collection"`
	Up         string `json:"up,omitempty"` // Of the parent, "" when there is none.
}
