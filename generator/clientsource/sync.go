// Copies of a list, brought up to date.

package client

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
)

// Delta is what has changed in a list.
type Delta[R any] struct {
	Records []R     // New or changed, and in the list now.
	Removed []int64 // IDs of records that are not in the list now; the copy may not have some.
	Token   string  // For the next Sync.
}

// Sync reads what has changed in a list since the token of an earlier Sync with the same parameters, to its
// end; "" reads the list itself, of all dates unless the parameters name some.  After an error with the
// status 410 the copy is to be read again with "".
func (s *Service[R, P, F]) Sync(
	ctx context.Context, params P, token string, options ...RequestOption,
) (*Delta[R], error) {
	query, err := queryOf(params)
	if err != nil {
		return nil, err
	}
	all := &Delta[R]{Token: token}
	for more := true; more; {
		query.Set("changes_since", all.Token)
		a, err := s.caller.call(ctx, http.MethodGet, "/"+s.plural, query, nil, options)
		if err != nil {
			return nil, err
		}
		members, err := read[map[string]json.RawMessage](a)
		if err != nil {
			return nil, err
		}
		var records []R
		var removed []int64
		more, all.Token = false, ""
		for name, target := range map[string]any{
			s.plural: &records, "removed": &removed, "sync_token": &all.Token, "more": &more,
		} {
			if text, ok := (*members)[name]; ok {
				err = json.Unmarshal(text, target)
			}
			if err != nil {
				return nil, fmt.Errorf("%s: read the member %s of the response: %w", a.request, name, err)
			}
		}
		if all.Token == "" {
			return nil, fmt.Errorf("%s: the service does not say what has changed", a.request)
		}
		all.Records, all.Removed = append(all.Records, records...), append(all.Removed, removed...)
	}
	return all, nil
}
