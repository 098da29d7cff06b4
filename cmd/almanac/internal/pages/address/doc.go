// Package address has what the address of the calendar asks for, and writes it as parameters.  What
// was sent is read by frame.Page, which notes what it does not understand.
package address
