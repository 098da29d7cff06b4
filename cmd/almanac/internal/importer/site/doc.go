// Package site reads the records of a site that answers the API, such as one of
// The Events Calendar, page by page, and has package transfer take them in.  It knows
// what such sites hide from their lists, and in what form they show costs and regions
// (Adapt); it leaves HTTP to package fetch.
package site
