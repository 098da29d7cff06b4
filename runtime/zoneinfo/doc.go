// Package zoneinfo holds editions of the IANA's rules of time zones: the one that
// is embedded in the program, those of the system or of ZONEINFO, and any other
// that is handed on as bytes.
//
// Rules change several times a year, so that an edition is a value with a version
// and a source. Package dates has the one by which a program reads its zones. No
// package of a service calls time.LoadLocation, which takes rules of any version.
package zoneinfo
