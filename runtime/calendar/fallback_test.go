package calendar

import "testing"

func TestStateOrProvince(t *testing.T) {
	tests := []struct{ name, own, country, state, province, want string }{
		{"the written one", "BC", "US", "NY", "Ontario", "BC"},
		{"the state in the US", "", "United States", "NY", "Ontario", "NY"},
		{"the state without a country", "", "", "NY", "Ontario", "NY"},
		{"the province elsewhere", "", "Canada", "NY", "Ontario", "Ontario"},
		{"the other one where the first is empty", "", "Canada", "NY", "", "NY"},
		{"nothing", "", "US", "", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := StateProvince(nil, nil, tt.own, tt.country, tt.state, tt.province); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
