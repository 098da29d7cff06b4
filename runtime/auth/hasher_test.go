package auth

import (
	"testing"
	"time"

	"golang.org/x/crypto/bcrypt"
)

func TestTheServiceHashesWithCostTen(t *testing.T) {
	h := NewUsers(nil, time.Now, Limits{}).hasher
	hash, err := h.hash(secret)
	if err != nil {
		t.Fatal(err)
	}
	if cost, err := bcrypt.Cost([]byte(hash)); cost != 10 || err != nil {
		t.Errorf("cost = %d, %v, want 10", cost, err)
	}
	for password, want := range map[string]bool{secret: true, secret + " ": false, "": false} {
		if got, err := h.matches(hash, password); got != want || err != nil {
			t.Errorf("matches(%q) = %t, %v, want %t", password, got, err, want)
		}
	}
}
