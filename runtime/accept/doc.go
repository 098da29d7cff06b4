// Package accept chooses what a client prefers of what there is, by the header fields
// Accept and Accept-Encoding (RFC 9110, section 12.5).  It knows no request and no body.
//
// Huma's package negotiation is not used: it serves what a weight of zero refuses, knows
// no wildcard, compares names by case, and reads a weight in the first parameter only.
package accept
