package model

import "almanac/resources/dsl"

// Shape is how a field is read, stored and shown.
type Shape int

// The shapes of fields.
const (
	ShapePlain Shape = iota
	ShapeName
	ShapeEnum
	ShapeDecimal
	ShapeAmount // Of money.
	ShapeTexts  // A list of texts.
	ShapeIntegers
	ShapeDate // A date, a time of day or a timestamp.
	ShapeHTML
	ShapeURL
	ShapeFlag
	ShapeInteger
	ShapeNumber
	ShapeCost
	ShapeWords
	ShapeStart
	ShapeEnd
	ShapeZone
	ShapeAllDay
	ShapeAuthor
	ShapeStatus
	ShapePublished
	ShapeSlug
	ShapeImage
	ShapeParent
	ShapePostParent
	ShapePassword
	ShapeRecurrence
	ShapePosts // Posts or records, which are shown whole.
	ShapeTerms
)

// shapeTypes are the types of a field in its forms.  The Go types of the record
// and of the input are text, from which the column follows; a behavior that all
// records of the kind have is stored in the embedded struct.
type shapeTypes struct {
	record, input string
	response      Response
	hidden        bool // Whether a password hides it.
}

var shapes = map[Shape]shapeTypes{
	ShapePlain:      {"string", "string", ResponseText, true},
	ShapeName:       {"string", "string", ResponseText, false},
	ShapeEnum:       {"string", "string", ResponseText, false},
	ShapeDecimal:    {"int64", "int64", ResponseDecimal, false},
	ShapeAmount:     {"int64", "decimal.Amount", ResponseAmount, false},
	ShapeTexts:      {"model.List[string]", "[]string", ResponseTextList, false},
	ShapeIntegers:   {"model.List[int64]", "[]int64", ResponseIntegerList, false},
	ShapeDate:       {"string", "string", ResponseText, false},
	ShapeHTML:       {"string", "string", ResponseText, true},
	ShapeURL:        {"string", "string", ResponseText, true},
	ShapeFlag:       {"bool", "bool", ResponseFlag, true},
	ShapeInteger:    {"int64", "int64", ResponseInteger, false},
	ShapeNumber:     {"float64", "float64", ResponseNumber, false},
	ShapeCost:       {"string", "any", ResponseText, true},
	ShapeWords:      {"string", "any", ResponseWords, false},
	ShapeStart:      {"string", "string", ResponseWallTime, false},
	ShapeEnd:        {"string", "string", ResponseWallTime, false},
	ShapeZone:       {"string", "string", ResponseText, false},
	ShapeAllDay:     {"bool", "bool", ResponseFlag, true},
	ShapeAuthor:     {"", "int64", ResponseUser, false},
	ShapeStatus:     {"", "string", ResponseText, false},
	ShapePublished:  {"", "string", ResponseWallTime, false},
	ShapeSlug:       {"", "string", ResponseText, false},
	ShapeImage:      {"", "string", ResponseImage, true},
	ShapeParent:     {"", "int64", ResponseInteger, false},
	ShapePostParent: {"int64", "int64", ResponseInteger, false},
	ShapePassword:   {"", "string", ResponseText, false},
	ShapeRecurrence: {"", "any", ResponseText, false},
	ShapePosts:      {"", "[]any", ResponsePosts, true},
	ShapeTerms:      {"", "[]any", ResponseTerms, true},
}

var behaviorShapes = map[dsl.Behavior]Shape{
	dsl.Name: ShapeName, dsl.Slug: ShapeSlug, dsl.Status: ShapeStatus, dsl.Author: ShapeAuthor,
	dsl.PublishDate: ShapePublished, dsl.PublishDateUTC: ShapePublished, dsl.Start: ShapeStart, dsl.End: ShapeEnd,
	dsl.TimeZone: ShapeZone, dsl.AllDay: ShapeAllDay, dsl.Cost: ShapeCost, dsl.Image: ShapeImage,
	dsl.Parent: ShapeParent, dsl.PostParent: ShapePostParent, dsl.Password: ShapePassword, dsl.StringList: ShapeWords,
	dsl.Repeats: ShapeRecurrence,
}

// shapeOf decides how a field is read, stored and shown.
func (r *Resource) shapeOf(d dsl.FieldSpec) Shape {
	if d.Behavior == dsl.Link {
		if to := r.ByName[d.Target]; to != nil && to.Term() {
			return ShapeTerms
		}
		return ShapePosts
	}
	if s, ok := behaviorShapes[d.Behavior]; ok {
		return s
	}
	switch {
	case d.IsList() && d.Type == dsl.TypeStrings:
		return ShapeTexts
	case d.IsList():
		return ShapeIntegers
	case d.Enum != nil:
		return ShapeEnum
	case d.Type == dsl.TypeDecimal:
		return ShapeDecimal
	case d.Type == dsl.TypeMoney:
		return ShapeAmount
	case d.Type.Format() != "":
		return ShapeDate
	case d.StoredAsBool || d.Type == dsl.TypeBoolean:
		return ShapeFlag
	case d.Type == dsl.TypeInteger:
		return ShapeInteger
	case d.Type == dsl.TypeNumber:
		return ShapeNumber
	case d.Text == dsl.TextHTML:
		return ShapeHTML
	case d.Text == dsl.TextHTTPURL:
		return ShapeURL
	}
	return ShapePlain
}
