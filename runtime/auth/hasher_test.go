package auth

import (
	"testing"

	"golang.org/x/crypto/bcrypt"
)

func TestTheServiceHashesWithCostTenTwoAtATime(t *testing.T) {
	h := newHasher()
	hash, err := h.hash(t.Context(), secret)
	if err != nil {
		t.Fatal(err)
	}
	if cost, err := bcrypt.Cost([]byte(hash)); cost != 10 || err != nil {
		t.Errorf("cost = %d, %v, want 10", cost, err)
	}
	if got := cap(h.seats); got != 2 {
		t.Errorf("%d at a time, want 2", got)
	}
	for password, want := range map[string]bool{secret: true, secret + " ": false, "": false} {
		if got, err := h.matches(t.Context(), hash, password); got != want || err != nil {
			t.Errorf("matches(%q) = %t, %v, want %t", password, got, err, want)
		}
	}
}
