package store_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"almanac/runtime/store"
	"almanac/runtime/store/internal/testdb"
	"almanac/runtime/store/storetest"
)

// named returns names of a space.
func named(space string, numbers ...int) []store.LockName {
	var names []store.LockName
	for _, n := range numbers {
		names = append(names, store.LockName{Space: space, Name: fmt.Sprint("name ", n)})
	}
	return names
}

// firstNumbers returns n numbers, from 0.
func firstNumbers(n int) []int {
	numbers := make([]int, n)
	for i := range numbers {
		numbers[i] = i
	}
	return numbers
}

// takeNames locks names in a transaction, which goes on while inside runs.
func takeNames(ctx context.Context, s *store.Store, names []store.LockName, inside func() error) error {
	return s.RunInTx(ctx, func(ctx context.Context, w store.Writer) error {
		if err := w.Batch(ctx, s.SQL().LockNamesStatements(16, names...)); err != nil {
			return err
		}
		return inside()
	})
}

func TestNamesAreLockedAloneOrByParts(t *testing.T) {
	s := testdb.Open(t, storetest.PostgreSQL(t), store.Options{})
	for _, tt := range []struct {
		name          string
		first, second []store.LockName
		waits         bool
	}{
		{"one name twice", named("venues", 1), named("venues", 1), true},
		{"two names", named("venues", 1), named("venues", 2), false},
		{"one name in two spaces", named("venues", 1), named("tags", 1), false},
		{"a few names, and others", named("venues", firstNumbers(16)...), named("venues", 16, 17, 18, 19), false},
		{"a name among many", named("venues", firstNumbers(200)...), named("venues", 150), true},
		{"many after one of them", named("venues", 150), named("venues", firstNumbers(200)...), true},
		{"many and many", named("venues", firstNumbers(200)...), named("venues", firstNumbers(17)...), true},
		{"many, and a name of another space", named("venues", firstNumbers(200)...), named("tags", firstNumbers(16)...), false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := takeNames(t.Context(), s, tt.first, func() error {
				patience := 20 * time.Second
				if tt.waits {
					patience = 200 * time.Millisecond
				}
				ctx, cancel := context.WithTimeout(t.Context(), patience)
				defer cancel()
				err := takeNames(ctx, s, tt.second, func() error { return nil })
				if waited := errors.Is(err, context.DeadlineExceeded); waited != tt.waits {
					t.Errorf("waited %v, want %v (%v)", waited, tt.waits, err)
				}
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
}
