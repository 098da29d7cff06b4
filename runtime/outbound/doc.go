// Package outbound decides to which addresses the program connects for others: a site that is
// imported or a webhook must not make it send requests into the network that it is in. What counts
// is the address that a name leads to, at the moment of the connection.
package outbound
