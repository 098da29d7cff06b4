// Package request is one call of the API, understood: who calls, in which
// language, with which parameters, and at which instant (Request), the environment
// of all of them (Env), and what the context of an HTTP request says of it
// (State).
//
// It reads and writes no records; packages query and mutate do, and httpapi has
// the routes.
package request
