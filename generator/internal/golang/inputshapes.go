package golang

import (
	"fmt"
	"strconv"
	"strings"

	. "github.com/dave/jennifer/jen"

	"almanac/generator/internal/model"
	"almanac/resources/dsl"
)

// maxPlain is the maximum length of a plain text field in characters, maxURL
// that of a URL.
const (
	maxPlain = 10000
	maxURL   = 2000
)

// inputShape is how the input of fields of one shape is decoded, validated,
// applied to the record, compared with a stored record, and shown.
type inputShape struct {
	notNull  bool     // Null is an error, because the value cannot be cleared.
	rules    []string // Further words of the tag rule.
	maximum  int      // Maximum length; 0 for none.
	validate string   // Method of validate.Validator; "" for none.

	// apply writes the statement that sets the field; nil if a behavior of
	// several fields sets it.
	apply func(f *model.Field, target, source Code) Code
	// compared is the member of the record that find-or-create compares; "" for
	// the field's own name, notCompared for none.
	compared string
	// shown writes the value in responses; nil for the stored one.
	shown func(f *model.Field, stored Code) Code
}

// notCompared marks fields that find-or-create does not compare.
const notCompared = "-"

var inputShapes = map[model.Shape]inputShape{
	model.ShapePlain: {maximum: maxPlain, apply: setText, shown: showText},
	model.ShapeName: {
		notNull: true, rules: []string{"nonempty"}, maximum: maxPlain, apply: changeNamed("SetName"),
		compared: notCompared, shown: show("EscapedText"),
	},
	model.ShapeEnum:       {notNull: true, apply: setEnum},
	model.ShapeDecimal:    {notNull: true, apply: setDecimal, shown: showDecimal},
	model.ShapeAmount:     {notNull: true, apply: setAmount, shown: showAmount},
	model.ShapeTexts:      {maximum: maxPlain, apply: setList("SetTexts")},
	model.ShapeIntegers:   {apply: setList("SetIntegers")},
	model.ShapeDate:       {notNull: true, apply: setDate},
	model.ShapeHTML:       {validate: "HTML", apply: change("SetHTML"), shown: show("HTML")}, // HTML limits the length.
	model.ShapeURL:        {maximum: maxURL, validate: "URL", apply: set("SetVerbatim")},
	model.ShapeFlag:       {notNull: true, apply: setFlag},
	model.ShapeInteger:    {notNull: true, apply: setNumber},
	model.ShapeNumber:     {notNull: true, apply: setNumber},
	model.ShapeCost:       {validate: "CheckCost", apply: setCost, shown: showCost},
	model.ShapeWords:      {validate: "StringListField", apply: set("SetStringList"), shown: showWords},
	model.ShapeStart:      {notNull: true, rules: []string{"nonempty"}, validate: "Date"},
	model.ShapeEnd:        {notNull: true, rules: []string{"nonempty"}, validate: "Date"},
	model.ShapeZone:       {maximum: maxPlain, validate: "TimeZone"},
	model.ShapeAllDay:     {notNull: true},
	model.ShapeAuthor:     {notNull: true, compared: notCompared, shown: showAuthor},
	model.ShapeStatus:     {notNull: true, rules: []string{"nonempty"}, validate: "Status", compared: notCompared},
	model.ShapePublished:  {notNull: true, rules: []string{"nonempty"}, validate: "Date", compared: notCompared},
	model.ShapeSlug:       {notNull: true, rules: []string{"nonempty"}, maximum: maxPlain},
	model.ShapeImage:      {maximum: maxURL, validate: "Image", apply: changeImage, compared: "ImageID", shown: showImage},
	model.ShapeParent:     {},
	model.ShapePostParent: {apply: changeNamed("SetPostParent")},
	model.ShapePassword:   {maximum: maxPlain, apply: setPassword, compared: "Password"},
	model.ShapeRecurrence: {validate: "Recurrence", compared: notCompared},
	model.ShapePosts:      {validate: "PostLinks", compared: notCompared, shown: showPosts},
	model.ShapeTerms:      {validate: "TermLinks", compared: notCompared, shown: showTerms},
}

// fieldRules lists the rules for the values of a field that the document does not mention.
func fieldRules(f *model.Field) []string {
	shape := inputShapes[f.Shape]
	var rules []string
	switch {
	case f.Required && (f.Shape == model.ShapePlain || f.Shape == model.ShapeHTML || f.Shape == model.ShapeURL ||
		f.IsList() || f.Link != nil):
		rules = []string{"notnull", "nonempty"} // Updates do not take it away.
	case shape.notNull && f.Default.Kind != dsl.DefaultNull && !f.Nullable:
		rules = []string{"notnull"} // If the contract's default is null, null means the same as nothing.
	}
	rules = append(rules, shape.rules...)
	for _, s := range f.Synonyms {
		rules = append(rules, "synonym="+s[0]+":"+s[1])
	}
	if shape.maximum > 0 && f.MaxLength == 0 {
		rules = append(rules, fmt.Sprintf("maxLength=%d", shape.maximum))
	}
	if f.Shape == model.ShapeDecimal {
		rules = append(rules, digits(f)...)
	}
	if f.Shape == model.ShapeDecimal || f.Shape == model.ShapeAmount { // Documented as text, which has no bounds.
		if f.Min != nil {
			rules = append(rules, "minimum="+bound(f.Min))
		}
		if f.Max != nil {
			rules = append(rules, "maximum="+bound(f.Max))
		}
	}
	if f.Shape == model.ShapeParent || f.Shape == model.ShapePostParent {
		rules = append(rules, "minimum=0")
	}
	return rules
}

// validateField writes the statements that validate a field.
func validateField(f *model.Field) []Code {
	var lines []Code
	value := Id("b").Dot(f.Go)
	if f.Extension != "" {
		isSent := Add(value).Dot("IsPresent").Call()
		lines = append(lines, Id("f").Dot("Extension").Call(Lit(f.Name), Lit(f.Extension), isSent))
	}
	if f.UniqueItems {
		lines = append(lines, Qual(packages["validate"], "UniqueItems").Call(Id("f"), Lit(f.Name), value))
	}
	if method := inputShapes[f.Shape].validate; method != "" {
		if f.Shape == model.ShapeCost {
			return append(lines, ofCalendar(f.Of, method).Call(Id("f"), Lit(f.Name), value))
		}
		args := []Code{Lit(f.Name)}
		if f.Link != nil {
			args = append(args, Id(f.Link.To.ResourceVar))
		}
		lines = append(lines, Id("f").Dot(method).Call(append(args, value)...))
	}
	return lines
}

// applyField writes the statement that sets a field of the record, nil if a
// behavior of several fields sets it.
func applyField(f *model.Field) Code {
	var source Code = Id("b").Dot(f.Go)
	if f.Fallback.Func != "" {
		view := Op("&").Add(ofViews("View")).Values(Dict{Id("Request"): Id("c").Dot("Request")})
		source = Qual(packages["mutate"], "IgnoreFallback").Call(
			Id("c"), Id("r").Dot(f.Go), source, fallback(f, view, Id("r")))
	}
	target := Op("&").Id("r").Dot(f.Go)
	if f.Setter.Func != "" {
		return Qual(f.Setter.ImportPath, f.Setter.Func).Call(Id("c"), Lit(f.Name), target, source)
	}
	if f.Behavior == dsl.Owner {
		return changeNamed("SetOwner")(f, target, source)
	}
	if apply := inputShapes[f.Shape].apply; apply != nil {
		return apply(f, target, source)
	}
	return nil
}

// fallback writes the call that computes the shown value of an empty field.
func fallback(f *model.Field, view, record Code) Code {
	args := []Code{view, record, Id("r").Dot(f.Go)}
	for _, name := range f.Fallback.Fields {
		args = append(args, Id("r").Dot(model.GoName(name)))
	}
	return Qual(f.Fallback.ImportPath, f.Fallback.Func).Call(args...)
}

// set returns the writer of a call of a function of mutate.
func set(function string) func(*model.Field, Code, Code) Code {
	return func(_ *model.Field, target, source Code) Code {
		return Qual(packages["mutate"], function).Call(target, source)
	}
}

// change returns the writer of a call of a function of mutate that takes the
// change.
func change(function string) func(*model.Field, Code, Code) Code {
	return func(_ *model.Field, target, source Code) Code {
		return Qual(packages["mutate"], function).Call(Id("c"), target, source)
	}
}

// changeNamed is change for functions that report errors under the field's name.
func changeNamed(function string) func(*model.Field, Code, Code) Code {
	return func(f *model.Field, target, source Code) Code {
		return Qual(packages["mutate"], function).Call(Id("c"), Lit(f.Name), target, source)
	}
}

func setText(f *model.Field, target, source Code) Code {
	source = orDefault(f, source)
	if f.Text == dsl.TextEscaped {
		return set("SetEscapedText")(f, target, source)
	}
	return set("SetPlainText")(f, target, source)
}

// setFlag writes the setter of a boolean.
func setFlag(f *model.Field, target, source Code) Code {
	return setOrDefault(f.InitialValue || f.Default.Value == true, True(), target, source)
}

// setEnum writes the setter of an enumeration.
func setEnum(f *model.Field, target, source Code) Code {
	word, defaults := f.Default.Value.(string)
	return setOrDefault(defaults, Lit(word), target, source)
}

func setDate(f *model.Field, target, source Code) Code {
	if f.Nullable {
		return set("SetNullable")(f, target, source)
	}
	text, defaults := f.Default.Value.(string)
	return setOrDefault(defaults, Lit(text), target, source)
}

// setDecimal writes the setter of an exact number.
func setDecimal(f *model.Field, target, source Code) Code {
	if f.Nullable {
		return set("SetNullable")(f, target, orDefault(f, source))
	}
	return setOrDefault(f.Default.Kind == dsl.DefaultValue, defaultValue(f), target, source)
}

func currencies(f *model.Field) Code {
	var list []Code
	for _, code := range f.Currencies {
		digits, _ := dsl.CurrencyDigits(code)
		list = append(list, Values(Member("Code", Lit(code)), Member("Digits", Lit(digits))))
	}
	return Qual(packages["decimal"], "Currencies").Values(list...)
}

// setAmount writes the setter of an amount of money.
func setAmount(f *model.Field, target, source Code) Code {
	function := map[bool]string{false: "SetAmount", true: "SetOptionalAmount"}[f.Nullable]
	return Qual(packages["mutate"], function).Call(target, Op("&").Id("r").Dot(f.Go+"Currency"), orDefault(f, source))
}

func showAmount(f *model.Field, stored Code) Code {
	function := map[bool]string{false: "AmountOf", true: "OptionalAmountOf"}[f.Nullable]
	return ofViews(function).Call(currencies(f), stored, Id("r").Dot(f.Go+"Currency"))
}

// showDecimal writes an exact number.
func showDecimal(f *model.Field, stored Code) Code {
	return ofViews(map[bool]string{false: "Decimal", true: "OptionalDecimal"}[f.Nullable]).Call(stored, Lit(f.Scale))
}

// setOrDefault writes the setter of a value; if defaults is set, a create without it
// sets another one.
func setOrDefault(defaults bool, value, target, source Code) Code {
	if !defaults {
		return Qual(packages["mutate"], "SetValue").Call(target, source)
	}
	return Qual(packages["mutate"], "SetOrDefault").Call(Id("c"), target, source, value)
}

func setNumber(f *model.Field, target, source Code) Code {
	if f.Nullable {
		return set("SetNullable")(f, target, orDefault(f, source))
	}
	return setOrDefault(f.Default.Kind == dsl.DefaultValue, Lit(f.Default.Value), target, source)
}

// orDefault writes what was sent for a field, or the default of a create without it.
func orDefault(f *model.Field, source Code) Code {
	if f.Default.Kind != dsl.DefaultValue {
		return source
	}
	return Qual(packages["mutate"], "OrDefault").Call(Id("c"), source, defaultValue(f))
}

// defaultValue writes the default of a create as the body has it.
func defaultValue(f *model.Field) Code {
	switch value := f.Default.Value.(type) {
	case []string:
		return Index().String().Values(literals(value)...)
	case []int:
		var list []Code
		for _, n := range value {
			list = append(list, Lit(n))
		}
		return Index().Int64().Values(list...)
	case string:
		if f.Type == dsl.TypeMoney {
			units, currency, _ := f.Amount(value)
			return Qual(packages["decimal"], "Amount").Values(
				Member("Units", Op(strconv.FormatInt(units, 10))), Member("Currency", Lit(currency)))
		}
		if f.Type == dsl.TypeDecimal {
			units, _ := f.Units(value)
			return Op(strconv.FormatInt(units, 10))
		}
	}
	return Lit(f.Default.Value)
}

// setList returns the writer of the setter of a list.
func setList(function string) func(*model.Field, Code, Code) Code {
	return func(f *model.Field, target, source Code) Code { return set(function)(f, target, orDefault(f, source)) }
}

func setCost(f *model.Field, target, source Code) Code {
	return ofCalendar(f.Of, "SetCost").Call(Id("c"), target, source)
}

func showCost(f *model.Field, stored Code) Code {
	return ofCalendar(f.Of, "Cost").Call(Id("v"), stored)
}

// setPassword writes the setter of the password, a member of the embedded post.
func setPassword(f *model.Field, _, source Code) Code {
	return set("SetVerbatim")(f, Op("&").Id("r").Dot("Password"), source)
}

// changeImage writes the setter of the image, a member of the embedded post.
func changeImage(f *model.Field, _, source Code) Code {
	return Qual(packages["mutate"], "SetImage").Call(Id("c"), Op("&").Id("r").Dot("Post"), Lit(f.Name), source)
}

// comparison writes the condition that a field that was sent equals the stored
// one; nil for a field that is not compared.
func comparison(f *model.Field) Code {
	member := inputShapes[f.Shape].compared
	switch member {
	case notCompared:
		return nil
	case "":
		member = f.Go
	}
	x, y := Id("x").Dot(member), Id("y").Dot(member)
	var equal Code = Add(x).Op("==").Add(y)
	switch {
	case strings.HasPrefix(f.RecordType, "*"):
		equal = Qual(packages["mutate"], "EqualPtr").Call(x, y)
	case f.RecordType == "string":
		equal = Qual("strings", "EqualFold").Call(x, y)
	}
	if f.Shape == model.ShapeAmount {
		equal = Add(equal).Op("&&").Id("x").Dot(f.Go + "Currency").Op("==").Id("y").Dot(f.Go + "Currency")
	}
	return Parens(Op("!").Id("b").Dot(f.Go).Dot("IsPresent").Call().Op("||").Add(equal))
}

// show returns the writer of a call of a method of views.View.
func show(method string) func(*model.Field, Code) Code {
	return func(_ *model.Field, stored Code) Code { return view(method, stored) }
}

func showText(f *model.Field, stored Code) Code {
	if f.Text == dsl.TextEscaped {
		return view("EscapedText", stored)
	}
	return stored
}

// showAuthor writes the author, a member of the embedded post.
func showAuthor(*model.Field, Code) Code { return view("Author", Id("r").Dot("Author")) }

func showWords(_ *model.Field, stored Code) Code {
	return ofViews("PtrTo").Call(view("StringList", stored))
}

// showImage writes the image, a member of the embedded post.
func showImage(*model.Field, Code) Code { return view("Image", Op("&").Id("r").Dot("Post")) }

// showPosts writes the views of linked posts, showTerms those of linked terms.
func showPosts(f *model.Field, stored Code) Code {
	return ofViews("Parts").Call(Id("v"), stored, Id("new"+f.Link.To.Embedded().View))
}

func showTerms(f *model.Field, stored Code) Code {
	return ofViews("Parts").Call(Id("v"), stored, Id("embed"+f.Link.To.Go))
}
