package messages

import (
	"fmt"
	"strconv"
	"strings"
)

// Format is an English sentence with verbs of package fmt for its values.  It is also the key
// of its translations, so that all formats are constants: a test finds those of a program.
type Format string

// Message is a sentence for people that is put into words where it is shown: in English, or by
// Catalog.Translate in another language.  It is an error, of which that is the text.
type Message struct {
	Format Format // "" for no message.
	Values []any
}

// NewMessage returns a message.  Values are texts, numbers, messages inside of this one, and names
// of types that say what they name, whose String is their English text.
func NewMessage(format Format, values ...any) Message { return Message{format, values} }

// About returns the message with a value before the others, about which it is.
func (m Message) About(subject any) Message {
	return Message{m.Format, append([]any{subject}, m.Values...)}
}

// Error returns the message in English.  Messages repeat a few words of what was sent, and
// some pages show them as HTML: without "<" and ">" there is no markup in them.
func (m Message) Error() string {
	return strings.NewReplacer("<", "‹", ">", "›").Replace(fmt.Sprintf(string(m.Format), m.Values...))
}

// MarshalText writes the message in English.
func (m Message) MarshalText() ([]byte, error) { return []byte(m.Error()), nil }

// UnmarshalText reads a message that MarshalText has written, which has no translations.
func (m *Message) UnmarshalText(text []byte) error {
	*m = NewMessage("%s", string(text))
	return nil
}

// Clause is a message inside of a sentence: without its period.
type Clause Message

// String returns the clause in English.
func (c Clause) String() string { return strings.TrimSuffix(Message(c).Error(), ".") }

// Number is a number that is written without an exponent.
type Number float64

// String returns the digits of the number in English.
func (n Number) String() string { return strconv.FormatFloat(float64(n), 'f', -1, 64) }
