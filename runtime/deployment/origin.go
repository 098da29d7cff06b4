package deployment

// Origin is where the value of a setting comes from. The zero value is the default.
type Origin struct {
	Place Place
	Name  string // Of the flag, the variable or the file; of the flag that brings another default.
}

// Place is a kind of place where settings are.
type Place int

// Places, of which a later one yields to those before it, but for the default.
const (
	ByDefault Place = iota
	OnCommandLine
	InEnvironment
	InFile
)

// String says it to the operator.
func (o Origin) String() string {
	switch {
	case o.Place == OnCommandLine:
		return "set on the command line"
	case o.Place == InEnvironment:
		return "set by the variable " + o.Name
	case o.Place == InFile:
		return "set in " + o.Name
	case o.Name != "":
		return "the default with " + o.Name
	}
	return "the default"
}
