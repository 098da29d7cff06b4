package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"

	"almanac/runtime/apierror"
	"almanac/runtime/auth"
	"almanac/runtime/mutate"
	"almanac/runtime/param"
	"almanac/runtime/records"
	"almanac/runtime/request"
)

// SendEach makes writes as one change, for a caller who was authenticated already: requests of a batch, but that one
// that is refused is left out, and the others are made.  Under a key, "" for none, it happens once.  It returns
// the responses to the requests in their order, and the ID of the change, "" for none.
func (a *API) SendEach(ctx context.Context, caller auth.Caller, key string, requests any) ([]*Sent, string, error) {
	sent, err := tree(requests)
	if err != nil {
		return nil, "", err
	}
	call := a.Env.NewRequest(ctx, caller)
	call.Internal = true
	call.SetValues(param.NewValues(map[string]any{"requests": sent}))
	call.Idempotency = request.Idempotency{Method: http.MethodPost, Path: "each of a batch"}
	if key != "" {
		call.Idempotency.Key = param.Of(key)
	}
	list := a.readBatch(call, sent)
	if f := call.Params.Err(); f != nil {
		return nil, "", f
	}
	type each struct {
		Responses []*eachSent `json:"responses"`
	}
	out, err := records.Admit(a.Records, call, func() (*operationResponse[each], error) {
		leave, err := a.admitBatch(call, list)
		if err != nil {
			return nil, err
		}
		defer leave()
		return transact(a, call, http.StatusOK, func(inside *request.Request) (*each, error) {
			done, err := a.attemptWrites(inside, list)
			return &each{done}, err
		})
	})
	if err != nil {
		return nil, "", err
	}
	if out.replayed != nil {
		out.Body = &each{}
		if err := json.Unmarshal([]byte(out.replayed.Body), out.Body); err != nil {
			return nil, "", err
		}
	}
	all := make([]*Sent, len(list))
	for i, one := range out.Body.Responses {
		all[i] = &Sent{Status: one.Status, Header: http.Header{}, Body: one.Body, Err: one.err}
		if one.Status >= http.StatusBadRequest && one.err == nil {
			all[i].Err = apierror.New(one.Status, one.Code, "%s", one.Message)
		}
	}
	return all, out.change, nil
}

// eachSent is the response to one of the requests, as it is kept under a key.
type eachSent struct {
	Status  int             `json:"status"`
	Body    json.RawMessage `json:"body,omitempty"`
	Code    string          `json:"code"`    // Of an error.
	Message string          `json:"message"` // Of an error.
	err     *apierror.Error
}

// tree returns a value as it is after it was sent as JSON.
func tree(v any) (sent any, err error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	read := json.NewDecoder(bytes.NewReader(text))
	read.UseNumber()
	err = read.Decode(&sent)
	return sent, err
}

// attemptWrites makes those writes of a batch that are not refused, which is a part of a transaction.
func (a *API) attemptWrites(r *request.Request, list []*batchRequest) ([]*eachSent, error) {
	if err := a.lockNamed(r, list); err != nil {
		return nil, err
	}
	done := make([]*eachSent, len(list))
	for i, q := range list {
		err := mutate.Attempt(r, func() error {
			one, err := a.makeWrite(r, q, nil)
			if err == nil {
				done[i] = &eachSent{Status: one.Status, Body: one.Body}
			}
			return err
		})
		if err == nil {
			continue
		}
		f := apiErrorOf(err)
		if f.Status >= http.StatusInternalServerError {
			return nil, err
		}
		done[i] = &eachSent{Status: f.Status, Code: f.Code, Message: f.Message.Error(), err: f}
	}
	return done, nil
}
