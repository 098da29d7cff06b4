package store

import (
	"context"
	"errors"
)

// CheckIntegrity returns an error if what is stored is damaged: on SQLite it reads the whole
// file and follows every reference; a PostgreSQL server does so itself.
func (s *Store) CheckIntegrity(ctx context.Context) error {
	err := s.engine.Check(ctx)
	var own CallbackError
	if errors.As(err, &own) {
		err = own.Err
	}
	return Explain(ctx, err, "check database")
}
