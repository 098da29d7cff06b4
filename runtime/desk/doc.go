// Package desk is the part of a service where people work on records in a browser. It
// has sign-in, accounts, users and the first administrator; other packages add pages with
// a Part.
//
// The desk is a client of the API inside the same process: API.Do sends requests to it as
// the user who is signed in. Lists, and what no route has, it reads by package records, with
// options that no client has. So the desk has no SQL, and no rules about records.
//
// An error of the API comes back as a value, Response.Err, and not as the English text of a
// response: page.TranslateError puts it into the language of the page, with the labels of
// fields. Its translations are in page/errors/messages.
package desk
