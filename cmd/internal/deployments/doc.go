// Package deployments has the two predefined installations of the calendar, A and B
// (almanac serve --deployment). It knows no flags: programs change what an operator chooses otherwise.
package deployments
