package cli

import (
	"fmt"
	"log/slog"
	"net"
	"strings"
	"testing"

	"almanac/runtime/deployment"
)

func TestOnlyATakenDefaultIsForgiven(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = taken.Close() }()
	const nowhere = "192.0.2.1:9464" // An address for documents (RFC 5737), which this machine has not.
	tests := []struct {
		name, address string
		origin        deployment.Origin
		want          string
	}{
		{"taken, the default", taken.Addr().String(), deployment.Origin{}, ""},
		{"taken, chosen", taken.Addr().String(), onCommandLine("admin-listen"), "--admin-listen: " + taken.Addr().String() + " is already in use"},
		{"not of this machine, the default", nowhere, deployment.Origin{}, "--admin-listen: cannot listen on 192.0.2.1:9464: "},
		{"not of this machine, chosen", nowhere, onCommandLine("admin-listen"), "--admin-listen: cannot listen on 192.0.2.1:9464: "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			listener, err := listenAdmin(t.Context(), tt.address, tt.origin, slog.New(slog.DiscardHandler))
			if listener != nil {
				t.Error("it listens")
			}
			if got := fmt.Sprint(err); tt.want == "" && err != nil || !strings.Contains(got, tt.want) {
				t.Errorf("said %q, want %q", got, tt.want)
			}
		})
	}
}
