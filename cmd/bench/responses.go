package main

import (
	"bytes"
	"fmt"
	"strconv"

	"almanac/cmd/bench/load"
)

// idMark stands before the id of an event in its address; other addresses have
// no digits there.
var idMark = []byte("/v1/events/")

// totalMark stands before the total of a list.
var totalMark = []byte(`"total":`)

// parseList reads a list: the IDs in the URLs of its records, and its total.
func parseList(body []byte) (expected, error) {
	var e expected
	at := bytes.LastIndex(body, totalMark)
	if at < 0 {
		return e, fmt.Errorf("a list without a total: %.200s", body)
	}
	e.total, _ = leading(body[at+len(totalMark):])
	for rest := body; ; {
		at := bytes.Index(rest, idMark)
		if at < 0 {
			return e, nil
		}
		rest = rest[at+len(idMark):]
		if id, ok := leading(rest); ok {
			e.count++
			e.sum = sumID(e.sum, id)
		}
	}
}

// leading reads the number that a text begins with.
func leading(b []byte) (n int64, ok bool) {
	for _, c := range b {
		if c < '0' || c > '9' {
			break
		}
		n, ok = n*10+int64(c-'0'), true
	}
	return n, ok
}

// status returns an error for another status than the wanted one.
func status(a load.Response, want int) error {
	if a.Status != want {
		return fmt.Errorf("the status is %d, not %d: %.300s", a.Status, want, a.Body)
	}
	return nil
}

// lists compares a list with the expected one.
func lists(a load.Response, want expected) error {
	if err := status(a, 200); err != nil {
		return err
	}
	got, err := parseList(a.Body)
	if err == nil && got != want {
		err = fmt.Errorf("the list has %+v, not %+v", got, want)
	}
	return err
}

// counted compares total and number of records of a list of other records.
func counted(a load.Response, mark string, total, count int64) error {
	if err := status(a, 200); err != nil {
		return err
	}
	got, err := parseList(a.Body)
	if err != nil {
		return err
	}
	if n := int64(bytes.Count(a.Body, []byte(mark))); got.total != total || n != count {
		err = fmt.Errorf("the list has %d of %d records, not %d of %d", n, got.total, count, total)
	}
	return err
}

// single checks that a response is the record with an id.
func single(a load.Response, want int, id int64) error {
	if err := status(a, want); err != nil {
		return err
	}
	if !bytes.HasPrefix(a.Body, append(strconv.AppendInt([]byte(`{"id":`), id, 10), ',')) {
		return fmt.Errorf("the record is not %d: %.100s", id, a.Body)
	}
	return nil
}
