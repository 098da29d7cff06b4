// Package delivery attempts what a table has for other systems: a Queue says what is due, and keeps what
// came of it. It knows neither what is delivered nor where the table is.
package delivery
