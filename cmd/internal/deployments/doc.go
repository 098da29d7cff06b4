// Package deployments has the two installations of the calendar that the contract
// names. It knows no flags: programs change what an operator chooses otherwise.
package deployments
