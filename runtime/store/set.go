package store

import (
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"
)

// In binds ids as one parameter and returns the comparison to put after a
// column name: Where("e.id ?", s.In(a, ids)).  The text is the same for any
// number of ids.  The empty set matches nothing.
func (s *Store) In(a *Args, ids []int64) schema.QueryAppender {
	return s.among(a.Bind(full(ids)))
}

// NotIn is the opposite of In for columns that are not NULL.  The empty set
// excludes nothing.
func (s *Store) NotIn(a *Args, ids []int64) schema.QueryAppender {
	return s.outside(a.Bind(full(ids)))
}

// InText is In for columns of text.
func (s *Store) InText(a *Args, texts []string) schema.QueryAppender {
	return s.among(a.Bind(full(texts)))
}

// NotInText is NotIn for columns of text.
func (s *Store) NotInText(a *Args, texts []string) schema.QueryAppender {
	return s.outside(a.Bind(full(texts)))
}

// among compares with the members of the list at a placeholder.
func (s *Store) among(list schema.QueryAppender) schema.QueryAppender {
	if s.dialect == SQLite {
		return bun.SafeQuery("IN (SELECT value FROM json_each(?))", list)
	}
	return bun.SafeQuery("= ANY(?)", list)
}

// outside compares with what is not in the list at a placeholder.
func (s *Store) outside(list schema.QueryAppender) schema.QueryAppender {
	if s.dialect == SQLite {
		return bun.SafeQuery("NOT IN (SELECT value FROM json_each(?))", list)
	}
	return bun.SafeQuery("<> ALL(?)", list)
}

// full returns an empty list for nil: PostgreSQL would take nil for NULL, and
// nothing is outside NULL.
func full[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
