// Creates, lists, updates and deletes with openapi-fetch, by the types that
// openapi-typescript has made from the document.
import { deepEqual, equal, ok } from "node:assert/strict";

import createClient from "openapi-fetch";

import type { paths } from "./schema.js";

const { ALMANAC_URL: baseUrl = "", ALMANAC_USER: user, ALMANAC_PASSWORD: password } = process.env;
const headers = user ? { Authorization: "Basic " + btoa(`${user}:${password}`) } : undefined;
const calendar = createClient<paths>({ baseUrl, headers });

// must returns the record or page of an answer, and ends the run where it is an
// error or a feed: the type of a list is that of its feeds, too, which are text.
function must<T>(answer: { data?: T; error?: unknown; response: Response }): Exclude<T, string> {
  if (answer.data === undefined || typeof answer.data === "string") {
    throw new Error(`${answer.response.status} ${answer.response.url}: ${JSON.stringify(answer.error)}`);
  }
  return answer.data as Exclude<T, string>;
}

const category = must(await calendar.POST("/categories", { body: { name: "Music & Dance" } }));
const venue = must(await calendar.POST("/venues", { body: { venue: "City Park", city: "Paris" } }));
const event = must(
  await calendar.POST("/events", {
    body: {
      title: "Picnic",
      start_date: "2040-06-20 14:00",
      end_date: "2040-06-20 18:00",
      venue: venue.id,
      categories: [category.id, "Outdoors"],
    },
  }),
);
equal(event.start_date, "2040-06-20 14:00:00");

const query = { categories: [category.id], start_date: "2040-06-01", end_date: "2040-07-01", per_page: 5 };
const events = must(await calendar.GET("/events", { params: { query } }));
deepEqual(events.events.map((found) => [found.id, found.title]), [[event.id, "Picnic"]]);
ok(must(await calendar.GET("/venues", { params: { query: { per_page: 50 } } })).venues.some((found) => found.id === venue.id));
ok(must(await calendar.GET("/categories", { params: { query: { search: "dance" } } })).categories.some((found) => found.id === category.id));

const byId = <N extends number>(id: N) => ({ params: { path: { id } } });
equal(must(await calendar.PATCH("/events/{id}", { ...byId(event.id), body: { title: "Picnic by night", featured: true } })).featured, true);
equal(must(await calendar.PATCH("/venues/{id}", { ...byId(venue.id), body: { city: "Lyon" } })).city, "Lyon");
equal(must(await calendar.PATCH("/categories/{id}", { ...byId(category.id), body: { description: "Loud" } })).description, "Loud");

const refused = await calendar.POST("/events", { body: { title: "", start_date: "never", end_date: "2040-06-20" } });
equal(refused.error?.code, "rest_invalid_param");

must(await calendar.DELETE("/events/{id}", byId(event.id)));
must(await calendar.DELETE("/venues/{id}", byId(venue.id)));
must(await calendar.DELETE("/categories/{id}", byId(category.id)));
equal((await calendar.GET("/categories/{id}", byId(category.id))).response.status, 404);
equal((await calendar.DELETE("/events/{id}", byId(event.id))).response.status, 410);
console.log("openapi-fetch: events, a venue and a category were created, listed, updated and deleted");
