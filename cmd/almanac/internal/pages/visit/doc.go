// Package visit reads records as the API shows them to a visitor.  All that pages show is read here;
// they know no table and no rule of visibility.
package visit
