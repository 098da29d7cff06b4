package dates

import "almanac/runtime/jsonenc"

// AppendJSON appends the parts as an object (jsonenc.Appender).
func (d Details) AppendJSON(b []byte) []byte {
	b = jsonenc.AppendString(append(b, `{"year":`...), d.Year)
	b = jsonenc.AppendString(append(b, `,"month":`...), d.Month)
	b = jsonenc.AppendString(append(b, `,"day":`...), d.Day)
	b = jsonenc.AppendString(append(b, `,"hour":`...), d.Hour)
	b = jsonenc.AppendString(append(b, `,"minutes":`...), d.Minutes)
	b = jsonenc.AppendString(append(b, `,"seconds":`...), d.Seconds)
	return append(b, '}')
}
