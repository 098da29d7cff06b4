package calendar

import (
	"almanac/runtime/jsonenc"
	"almanac/runtime/views"
)

var (
	_ jsonenc.Appender = (*EventLD)(nil)
	_ jsonenc.Appender = (*PlaceLD)(nil)
	_ jsonenc.Appender = (*PersonLD)(nil)
)

// textMember appends a member with what stands before it, such as `,"name":`.
func textMember(b []byte, before, value string) []byte {
	return jsonenc.AppendString(append(b, before...), value)
}

// filledMember appends a member unless it is empty, and a comma after it.
func filledMember(b []byte, name, value string) []byte {
	if value == "" {
		return b
	}
	return append(jsonenc.AppendString(append(b, name...), value), ',')
}

// AppendJSON appends the event as an object.
func (e *EventLD) AppendJSON(b []byte) []byte {
	if e == nil {
		return jsonenc.AppendNull(b)
	}
	b = textMember(b, `{"@context":`, e.Context)
	b = textMember(b, `,"@type":`, e.Type)
	b = textMember(b, `,"name":`, e.Name)
	b = append(textMember(b, `,"description":`, e.Description), ',')
	b = filledMember(b, `"image":`, e.Image)
	b = textMember(b, `"url":`, e.URL)
	b = textMember(b, `,"eventAttendanceMode":`, e.AttendanceMode)
	b = textMember(b, `,"eventStatus":`, e.Status)
	b = textMember(b, `,"startDate":`, e.Start)
	b = append(textMember(b, `,"endDate":`, e.End), ',')
	if e.Location != nil {
		b = append(e.Location.AppendJSON(append(b, `"location":`...)), ',')
	}
	if e.Organizer != nil {
		b = append(e.Organizer.AppendJSON(append(b, `"organizer":`...)), ',')
	}
	if e.Offers != nil {
		b = append(e.Offers.AppendJSON(append(b, `"offers":`...)), ',')
	}
	return append(textMember(b, `"performer":`, e.Performer), '}')
}

// AppendJSON appends one place as an object, both as a list.
func (l *Location) AppendJSON(b []byte) []byte {
	if l.Online == nil {
		return l.Place.AppendJSON(b)
	}
	if l.Place == nil {
		return l.Online.AppendJSON(b)
	}
	b = append(l.Place.AppendJSON(append(b, '[')), ',')
	return append(l.Online.AppendJSON(b), ']')
}

// MarshalJSON implements [json.Marshaler] for pages.
func (l *Location) MarshalJSON() ([]byte, error) { return l.AppendJSON(nil), nil }

// AppendJSON appends the address of an online event as an object.
func (v *VirtualLocationLD) AppendJSON(b []byte) []byte {
	b = textMember(b, `{"@type":`, v.Type)
	return append(textMember(b, `,"url":`, v.URL), '}')
}

// AppendJSON appends the price as an object.
func (o *OfferLD) AppendJSON(b []byte) []byte {
	b = textMember(b, `{"@type":`, o.Type)
	b = textMember(b, `,"price":`, o.Price)
	b = textMember(b, `,"priceCurrency":`, o.Currency)
	b = textMember(b, `,"url":`, o.URL)
	b = textMember(b, `,"category":`, o.Category)
	b = textMember(b, `,"availability":`, o.Availability)
	return append(textMember(b, `,"validFrom":`, o.ValidFrom), '}')
}

// AppendJSON appends the venue as an object.
func (p *PlaceLD) AppendJSON(b []byte) []byte {
	if p == nil {
		return jsonenc.AppendNull(b)
	}
	if p.part != nil {
		return append(b, p.part...)
	}
	b = textMember(b, `{"@type":`, p.Type)
	b = textMember(b, `,"name":`, p.Name)
	b = append(textMember(b, `,"description":`, p.Description), ',')
	b = filledMember(b, `"image":`, p.Image)
	b = textMember(b, `"url":`, p.URL)
	b = append(p.Address.AppendJSON(append(b, `,"address":`...)), ',')
	if p.Geo != nil {
		b = append(views.AppendAny(append(b, `"geo":`...), p.Geo), ',')
	}
	b = textMember(b, `"telephone":`, p.Telephone)
	return append(textMember(b, `,"sameAs":`, p.SameAs), '}')
}

// AppendJSON appends the address as an object.
func (a AddressLD) AppendJSON(b []byte) []byte {
	b = append(textMember(b, `{"@type":`, a.Type), ',')
	b = filledMember(b, `"streetAddress":`, a.Street)
	b = filledMember(b, `"addressLocality":`, a.Locality)
	b = filledMember(b, `"addressRegion":`, a.Region)
	b = filledMember(b, `"postalCode":`, a.Code)
	b = filledMember(b, `"addressCountry":`, a.Country)
	return jsonenc.EndObject(b)
}

// AppendJSON appends the organizer as an object.
func (p *PersonLD) AppendJSON(b []byte) []byte {
	if p == nil {
		return jsonenc.AppendNull(b)
	}
	if p.part != nil {
		return append(b, p.part...)
	}
	b = textMember(b, `{"@type":`, p.Type)
	b = textMember(b, `,"name":`, p.Name)
	b = append(textMember(b, `,"description":`, p.Description), ',')
	b = filledMember(b, `"image":`, p.Image)
	b = textMember(b, `"url":`, p.URL)
	b = textMember(b, `,"telephone":`, p.Telephone)
	b = textMember(b, `,"email":`, p.Email)
	return append(textMember(b, `,"sameAs":`, p.SameAs), '}')
}
