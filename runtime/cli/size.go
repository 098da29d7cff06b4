package cli

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/urfave/cli/v3"
)

// sizeFlag is a flag that takes bytes, as a number or with a unit such as 4MiB. Its
// value is an int64.
type sizeFlag = cli.FlagBase[int64, cli.NoConfig, sizeValue]

// sizeSetting is a setting that takes bytes.
func sizeSetting(name string, value int64, usage string) *sizeFlag {
	return &sizeFlag{Name: name, Value: value, Usage: usage, Sources: Setting(name)}
}

// sizeValue is the value of a sizeFlag.
type sizeValue struct{ bytes *int64 }

// Create implements cli.ValueCreator.
func (sizeValue) Create(value int64, p *int64, _ cli.NoConfig) cli.Value {
	*p = value
	return &sizeValue{p}
}

// ToString implements cli.ValueCreator.
func (sizeValue) ToString(value int64) string {
	if value < 0 {
		return strconv.FormatInt(value, 10)
	}
	return strings.Replace(humanize.IBytes(uint64(value)), ".0 ", " ", 1)
}

// Set implements flag.Value.
func (v *sizeValue) Set(text string) error {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		*v.bytes = n // Those who read it refuse negative numbers.
		return nil
	}
	n, err := humanize.ParseBytes(text)
	if err != nil || n > math.MaxInt64 {
		return errors.New("parse error")
	}
	*v.bytes = int64(n)
	return nil
}

// Get implements flag.Getter.
func (v *sizeValue) Get() any { return *v.bytes }

// String implements flag.Value.
func (v *sizeValue) String() string {
	if v.bytes == nil {
		return ""
	}
	return v.ToString(*v.bytes)
}
