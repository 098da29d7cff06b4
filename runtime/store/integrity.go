package store

import (
	"context"
	"errors"
)

// CheckIntegrity looks whether what is stored is whole: on SQLite it reads the complete
// file and follows every reference, PostgreSQL does so by itself.
func (s *Store) CheckIntegrity(ctx context.Context) error {
	err := s.engine.Check(ctx)
	var own CallbackError
	if errors.As(err, &own) {
		err = own.Err
	}
	return Explain(ctx, err, "check database")
}
