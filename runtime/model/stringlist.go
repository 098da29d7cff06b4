package model

import "strings"

// JoinList writes a list of words as one column.
func JoinList(list []string) string { return strings.Join(list, ",") }

// SplitList reads a column that JoinList wrote; the empty text is no list.
func SplitList(column string) []string {
	if column == "" {
		return nil
	}
	return strings.Split(column, ",")
}
