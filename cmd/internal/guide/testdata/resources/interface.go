package resources

import "almanac/resources/dsl"

// Interface is the name and the version of the interface.  A version above the
// released one lets anything break that clients use; it is what they change
// when they are ready.
var Interface = dsl.Interface{Namespace: "calendar/events", Version: 1}
