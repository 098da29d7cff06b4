// Package zoneinfo holds editions of the IANA's rules of time zones: the one that
// is embedded in the program, those of the system or of ZONEINFO, and any other
// that is handed on as bytes.
//
// Rules change several times a year, so that an edition is a value with a version
// and a source. Which one a program reads its zones by is said to package dates.
// No other package may call time.LoadLocation, which knows neither.
package zoneinfo
