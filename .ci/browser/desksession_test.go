package browser_test

import "testing"

// typedIn counts what the browser keeps of forms that are not saved.
const typedIn = `Object.keys(localStorage).filter((key) => key.startsWith("desk.typed")).length`

// A form whose session ended is offered again after the next sign-in, without what is
// secret, and is forgotten when it is saved and at the sign-out.
func TestASessionThatEndsLosesNothingThatWasTyped(t *testing.T) {
	t.Parallel()
	program := build(t)
	s, con := newAtTheDesk(t, program, "a")
	con.signsIn("con")
	con.visit(t, con.desk+"/records/events/new")
	con.fills("#f-title", "Lantern walk")
	con.fills("#f-description", "Bring <b>lanterns</b>\n & friends")
	con.opens(".save summary")
	con.fills("#f-post-password", "hush")

	elsewhere := newPerson(t, con.desk)
	elsewhere.arrives("con")
	elsewhere.visit(t, con.desk+"/account")
	elsewhere.clicks(`form[action$="/account/sessions"] button`, "Signed out everywhere else.")
	elsewhere.visit(t, con.desk+"/records/events/new")
	elsewhere.wait(t, `document.getElementById("typed").hidden`)

	con.clicks(`.save button[value="pending"]`, "Name or email address")
	con.wait(t, typedIn+` === 1 && !JSON.stringify(localStorage).includes("hush")`)
	con.signsIn("con")
	con.wait(t, `location.pathname.endsWith("/events/new") && document.getElementById("typed").checkVisibility()`)
	con.visit(t, con.desk)
	con.wait(t, `document.querySelector("#unsaved a").pathname.endsWith("/events/new")`)
	con.clicks("#unsaved a", "Restore")
	con.clicks("[data-restore]", "Publishing")
	con.wait(t, `document.getElementById("f-title").value === "Lantern walk" && document.getElementById("f-description").value === "Bring <b>lanterns</b>\n & friends"`)
	con.fills("#f-start-date", "2027-03-01T18:00")
	con.fills("#f-end-date", "2027-03-01T20:00")
	con.clicks(`.save button[value="pending"]`, "Submitted for review.")
	con.wait(t, typedIn+` === 0`)

	con.visit(t, con.desk+"/records/events/new")
	con.wait(t, `document.getElementById("typed").hidden`)
	con.fills("#f-title", "Another one")
	con.wait(t, typedIn+` === 1`)
	evaluate[bool](t, con.tab, `document.querySelector("form.record").dispatchEvent(new SubmitEvent("submit", {bubbles: true}))`) // The page is left without a question.
	con.clicks(".who button", "You are signed out.")
	con.wait(t, typedIn+` === 0`)
	con.staysHome(t, s)
}
