package changefeed

import (
	"errors"

	"almanac/runtime/apierror"
	"almanac/runtime/audit"
	"almanac/runtime/changes"
	"almanac/runtime/query"
	"almanac/runtime/records"
	"almanac/runtime/request"
)

// Page is what a caller sees of a part of the log.
type Page struct {
	Messages []Message // In the order of the log.
	Token    string    // Where the next page begins.
	More     bool      // There is another page now.
}

// Read returns the page after a token, and what changes from now on for "". It looks at a number of entries, and at
// more where one change has more. The error of a token is a 400 or a 410.
func Read(r *request.Request, s *records.Service, since string, entries int) (*Page, error) {
	return records.Admit(s, r, func() (*Page, error) {
		if err := s.Writes.PublishDue(r.Context(), r.Now); err != nil {
			return nil, err
		}
		c, err := open(r, s, since)
		if err != nil {
			return nil, err
		}
		list, err := c.next(r, entries)
		if err != nil {
			return nil, err
		}
		page := &Page{Messages: []Message{}, Token: c.seal(nil), More: c.token.Next != nil}
		for _, one := range list {
			page.Messages = append(page.Messages, one.messages...)
		}
		return page, nil
	})
}

// cursor is how far a caller has read the log.
type cursor struct {
	view     View
	keys     changes.Keys
	token    changes.Token
	window   changes.Token // Of the window that was read last.
	until    *place        // What it reads goes up to here; nil for the end of the log.
	caughtUp bool          // It has read up to there.
}

// open returns the cursor of a token, or one that begins at the end of the log for "".
func open(r *request.Request, s *records.Service, since string) (*cursor, error) {
	keys, err := changes.KeysOf(r.Context(), s.Env.Store)
	if err != nil {
		return nil, err
	}
	c := &cursor{view: View{s, r.Caller}, keys: keys}
	if since == "" {
		c.token = changes.Token{User: r.Caller.User, Role: r.Caller.Role}
		return c, nil
	}
	c.token, err = keys.Open(since)
	if err != nil || c.token.Resource != "" || c.token.User != r.Caller.User {
		return nil, apierror.InvalidParamError("changes_since", "%s must be a sync_token of this route and user, or empty.",
			apierror.Param("changes_since"))
	}
	if c.token.Role != r.Caller.Role {
		return nil, query.SyncExpired()
	}
	return c, nil
}

// seal returns the token of what was read, or of the place behind an entry of a window.
func (c *cursor) seal(behind *audit.Position) string {
	token := c.token
	if behind != nil {
		token = c.window
		token.Behind = behind
	}
	return c.keys.Seal(token)
}

// next reads what comes next, once there is room among the expensive reads.
func (c *cursor) next(r *request.Request, entries int) (list []seen, err error) {
	leave, err := query.EnterExpensive(r.Context(), r, query.ScanWeight)
	if err != nil {
		return nil, err
	}
	defer leave()
	err = c.view.Read(r.Context(), func(inside *request.Request) error {
		list, err = c.read(inside, entries)
		return err
	})
	return list, err
}

// read reads what comes next by a request of the caller.
func (c *cursor) read(r *request.Request, entries int) ([]seen, error) {
	ctx, s, token := r.Context(), r.Env.Store, c.token
	here, cluster, err := changes.Here(ctx, s, r.Reader(), r.Now)
	if err != nil {
		return nil, err
	}
	epoch := c.keys.EpochOn(cluster)
	if token.From == nil {
		token.Epoch, token.From = epoch, &here
		c.token = token
		return nil, nil
	}
	err = token.Check(ctx, s, r.Reader(), epoch, r.Now, r.Env.Deployment.ChangesKept)
	if errors.Is(err, changes.ErrExpired) {
		return nil, query.SyncExpired()
	}
	if err != nil {
		return nil, err
	}
	last := c.until != nil && token.Next == nil
	if token.Next == nil {
		token.Next, token.Behind = &here, &audit.Position{}
		if last {
			token.Next = &c.until.point
		}
	}
	window := changes.Window{From: *token.From, To: *token.Next}
	found, more, err := window.Entries(ctx, s, r.Reader(), *token.Behind, entries)
	if err != nil {
		return nil, err
	}
	list, err := c.view.seen(r, found)
	if err != nil {
		return nil, err
	}
	c.window = token
	if more {
		behind := found[len(found)-1].Position()
		token.Behind = &behind
	} else {
		token.From, token.Next, token.Behind = token.Next, nil, nil
		c.caughtUp = last
	}
	c.token = token
	return list, nil
}

// byChange divides entries into those of each change.
func byChange(list []audit.Entry) (all [][]audit.Entry) {
	begin := 0
	for i := range list {
		if i+1 == len(list) || list[i].Change == "" || list[i+1].Change != list[i].Change {
			all = append(all, list[begin:i+1])
			begin = i + 1
		}
	}
	return all
}

// recordOf names a record.
type recordOf struct {
	resource string
	id       int64
}

// messages returns what the caller sees of the entries of one change: a message for each record, in the order in
// which the change has last written them.  What it made and undid itself nobody saw.
func (v View) messages(r *request.Request, change []audit.Entry) ([]Message, error) {
	first, last := map[recordOf]audit.Entry{}, map[recordOf]int64{}
	for _, e := range change {
		of := recordOf{e.Resource, e.Record}
		if _, known := first[of]; !known {
			first[of] = e
		}
		last[of] = e.ID
	}
	var list []Message
	for _, e := range change {
		of := recordOf{e.Resource, e.Record}
		res := r.Env.Resource(e.Resource)
		if res == nil || last[of] != e.ID {
			continue
		}
		m, err := v.Message(r, res, first[of], e)
		if err != nil {
			return nil, err
		}
		if m != nil {
			list = append(list, *m)
		}
	}
	return list, nil
}
