package main

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"bookshop/generated"

	"almanac/runtime/decimal"
	"almanac/runtime/mutate"
	"almanac/runtime/param"
	"almanac/runtime/records"
	"almanac/runtime/service/servicetest"
)

// notes are hooks of orders that write by calls.  Names of customers choose what they do wrong.
var notes = mutate.Hooks[*generated.Order]{
	BeforeSave: func(_ context.Context, m *mutate.Mutation, o mutate.Change[*generated.Order]) error {
		if o.Next.Customer == "Myself" && o.Next.ID != 0 {
			_, err := generated.Orders(records.In(m)).Update(o.Next.ID, generated.OrderBody{Note: param.Of("!")})
			return err
		}
		return nil
	},
	AfterSave: func(_ context.Context, m *mutate.Mutation, o mutate.Change[*generated.Order]) error {
		call, id := records.In(m), o.Next.ID
		switch {
		case o.Next.Customer == "Endless":
			_, err := generated.Orders(call).Update(id, generated.OrderBody{Note: param.Of(o.Next.Note + "+")})
			return err
		case o.Next.Status != "sent" || o.Previous.Status == "sent":
			return nil
		}
		_, err := generated.Authors(call).Create(generated.AuthorBody{Name: param.Of("Thanks to " + o.Next.Customer)})
		if err == nil {
			_, err = generated.Orders(call.AsSystem("post office")).Update(id, generated.OrderBody{Note: param.Of("Shipped")})
		}
		if o.Next.Customer == "Nobody" {
			_, _ = generated.Authors(call).Create(generated.AuthorBody{}) // Its error is not kept back.
		}
		return err
	},
}

// order makes an order and returns its path.
func order(s *servicetest.Server, customer, total string) string {
	r := s.Send("ed", "POST", "/orders", map[string]any{"customer": customer, "books": []any{1}, "total": total})
	return strings.TrimPrefix(r.Header.Get("Location"), s.URL)
}

func TestCallsOfHooksArePartOfTheirWrite(t *testing.T) {
	servicetest.Each(t, generated.Service(), func(t *testing.T, s *servicetest.Server) {
		staff(s)
		s.Send("ed", "POST", "/books", map[string]any{"title": "Emma", "price": "8 EUR"})
		authors := func() string { return string(s.Send("", "GET", "/authors", nil).Body) }
		send := func(path, query string) servicetest.Response {
			return s.Send("ed", "POST", path+"/send"+query, nil)
		}
		paid := func(customer string) string {
			path := order(s, customer, "8 EUR")
			s.Send("ed", "POST", path+"/pay", nil)
			return path
		}
		ann := paid("Ann")
		if r := send(ann, "?dry_run=true"); r.Status != 200 || strings.Contains(authors(), "Ann") {
			t.Errorf("a dry run: %d %s, authors %s", r.Status, r.Body, authors())
		}
		r := send(ann, "")
		if r.Status != 200 || !strings.Contains(string(r.Body), `"note":"Shipped"`) || !strings.Contains(authors(), "Thanks to Ann") {
			t.Errorf("sent: %d %s, authors %s", r.Status, r.Body, authors())
		}
		nobody := paid("Nobody")
		if r := send(nobody, ""); r.Status != http.StatusBadRequest || strings.Contains(authors(), "Nobody") ||
			!strings.Contains(string(s.Send("ed", "GET", nobody, nil).Body), `"status":"paid"`) {
			t.Errorf("with a call that fails: %d %s, authors %s", r.Status, r.Body, authors())
		}
		call := generated.Orders(s.API.Records.System(t.Context(), "test"))
		_, err := call.Create(generated.OrderBody{Customer: param.Of("Endless"), Books: param.Of([]any{1})})
		if err == nil || !strings.Contains(err.Error(), "more than 8 deep: order 3 > order 3 >") {
			t.Errorf("endless: %v", err)
		}
		mine, err := call.Create(generated.OrderBody{Customer: param.Of("Myself"), Books: param.Of([]any{1})})
		if err != nil {
			t.Fatal(err)
		}
		_, err = call.Update(mine.Record.ID, generated.OrderBody{Note: param.Of("x")})
		if err == nil || !strings.Contains(err.Error(), "before it is written: change Next") {
			t.Errorf("a record that is not written yet: %v", err)
		}
	}, servicetest.WithHooks(notes))
}

func TestGoCodeReadsAndWritesByTypes(t *testing.T) {
	servicetest.Each(t, generated.Service(), func(t *testing.T, s *servicetest.Server) {
		call := s.API.Records.System(t.Context(), "stocktaking")
		authors, books := generated.Authors(call), generated.Books(call)
		author, err := authors.Create(generated.AuthorBody{Name: param.Of("Jane Austen")})
		if err != nil || author.Record.Name != "Jane Austen" || author.View.ID != 1 {
			t.Fatal(author, err)
		}
		book, err := books.Create(generated.BookBody{Title: param.Of("Emma"), Price: param.Of(decimal.Amount{Units: 800, Currency: "EUR"}), Authors: param.Of([]any{author.Record.ID})})
		if err != nil || book.View.Authors[0].Name != "Jane Austen" {
			t.Fatal(book.View, err)
		}
		stop := errors.New("stop")
		err = call.Transaction(func(c records.Call) error {
			if _, err := generated.Books(c).Update(1, generated.BookBody{Title: param.Of("Persuasion")}); err != nil {
				return err
			}
			inside, err := generated.Books(c).Get(1)
			if err != nil || inside.View.Title != "Persuasion" {
				t.Errorf("inside: %v %v", inside.View, err)
			}
			page, total, err := generated.Books(c).List(&generated.BookList{Author: param.Of([]int64{1})})
			if err != nil || total != 1 || page[0].Record.Title != "Persuasion" {
				t.Errorf("a list inside: %v %d %v", page, total, err)
			}
			all, err := generated.Books(c).All(&generated.BookList{PerPage: param.Of[int64](1), Page: param.Of[int64](7)})
			if err != nil || len(all) != 1 || all[0].View.Title != "Persuasion" {
				t.Errorf("all inside: %v %v", all, err)
			}
			return stop
		})
		if after, _ := books.Get(1); !errors.Is(err, stop) || after.View.Title != "Emma" {
			t.Errorf("after an error: %v %v", after.View, err)
		}
		if _, err := books.Delete(1); err != nil {
			t.Fatal(err)
		}
		if _, err := books.DeletePermanently(1); err != nil {
			t.Fatal(err)
		}
		if deleted, err := books.Get(1); err == nil {
			t.Errorf("a deleted book: %v", deleted.View)
		}
	})
}
