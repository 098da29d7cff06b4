package conform

import "time"

// Case is one rule of the interface with the request that shows it.
type Case struct {
	Name    string // A sentence.
	Area    string // Part of the interface, such as "events_list".
	Needs   Needs  // Servers that the case is meant for; zero means all.
	Setup   []Step // Sent first; each has to succeed unless it says otherwise.
	Request Step   // The request that is judged.
	Want    Want   // What its answer has to look like.
}

// Deployments that a case may need.
const (
	DeploymentA = "a" // With a language parameter, 12 records a page.
	DeploymentB = "b" // Without, 10 records a page.
)

// Ways in which a server knows its callers.
const (
	AuthOpen     = "open"     // Everybody acts as the administrator.
	AuthRequired = "required" // Visitors read, users write.
)

// Needs says which servers a case is meant for.
type Needs struct {
	Deployment string   // DeploymentA or DeploymentB; empty for both.
	Auth       string   // AuthOpen or AuthRequired; empty for both.
	With       []string // Extensions that have to be on.
	Without    []string // Extensions that have to be off.
	LiveClock  bool     // The server's clock has to run.
}

// Caller is the role in whose name a request is sent.
type Caller string

// The callers.  The zero Caller is the administrator.
const (
	Administrator Caller = ""
	Editor        Caller = "editor"
	Author        Caller = "author"
	Contributor   Caller = "contributor"
	Subscriber    Caller = "subscriber"
	Visitor       Caller = "visitor"
)

// Step is one request.  Path, Query, Body, Headers and the values that Want
// compares may hold tokens: {uniq}, the case's own word; {v.id}, a member of
// the answer that an earlier step named v; {day+1}, a date in the site's time
// zone; {now-1h}, an instant in UTC; {lang}, the
// name of the language parameter; {answer.id}, the judged answer itself.
type Step struct {
	Caller  Caller
	Method  string
	Path    string // Below the namespace, or an absolute URL that an answer gave.
	Query   string // Blanks and non-ASCII letters are escaped by the runner.
	Body    Body   // Nil sends none.
	Headers map[string]string
	As      string        // Name under which later tokens find the answer.
	Expect  int           // Setup only: the status it has to have; 0 means any 2xx.
	Pause   time.Duration // Waited before the request is sent.
}

// Want is what an answer has to look like.
type Want struct {
	Status  int      // Zero means any status below 500.
	Code    string   // Error code; empty when none is asked for.
	Params  []string // Names that data.params has to hold.
	Headers []Header
	Checks  []Check
	NotJSON bool // The answer is of a documented other format, or has no body.
}

// Header is what one response header has to look like.
type Header struct {
	Name  string
	Match Matcher // Gets the values joined with ", "; absent when there is none.
}

// Check is what the part of the body at a path has to look like.  A path is
// member names and indexes parted by dots; "*" stands for all elements of a
// list; the empty path is the body itself.
type Check struct {
	Path  string
	Match Matcher
}
