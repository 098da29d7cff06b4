package dates

import "almanac/runtime/wire"

// AppendJSON appends the parts as an object (wire.Appender).
func (d Details) AppendJSON(b []byte) []byte {
	b = wire.String(append(b, `{"year":`...), d.Year)
	b = wire.String(append(b, `,"month":`...), d.Month)
	b = wire.String(append(b, `,"day":`...), d.Day)
	b = wire.String(append(b, `,"hour":`...), d.Hour)
	b = wire.String(append(b, `,"minutes":`...), d.Minutes)
	b = wire.String(append(b, `,"seconds":`...), d.Seconds)
	return append(b, '}')
}
