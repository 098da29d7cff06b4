// Package mcptest has the tests of runtime/mcp with the records of the calendar, through HTTP.  It has no
// code but tests: packages below runtime know no generated one.
package mcptest
