// Creates, lists, updates and deletes with the client that hey-api has made
// from the document, and uploads a picture.
import { deepEqual, equal, ok } from "node:assert/strict";

import { client } from "./hey/client.gen.js";
import * as calendar from "./hey/sdk.gen.js";
import { isStored, picture } from "./picture.js";

const { ALMANAC_URL: baseUrl = "", ALMANAC_USER: user, ALMANAC_PASSWORD: password } = process.env;
// The service takes passwords and tokens; this has a password.
client.setConfig({ baseUrl, auth: ({ scheme }) => (user && scheme === "basic" ? `${user}:${password}` : undefined) });

// Errors are thrown, and the types are told so.
const throwOnError = true;

// whole returns the record of an update, which is only missing when the request
// prefers a minimal answer (204).
function whole<T>(record: T | void): T {
  if (!record) throw new Error("an update was answered without its record");
  return record;
}

const { data: category } = await calendar.createCategory({ body: { name: "Theatre & Film" }, throwOnError });
const { data: venue } = await calendar.createVenue({ body: { venue: "Old Mill", city: "Paris" }, throwOnError });
const { data: event } = await calendar.createEvent({
  body: {
    title: "Premiere",
    start_date: "2041-06-20 14:00",
    end_date: "2041-06-20 18:00",
    venue: venue.id,
    categories: [category.id, "Evenings"],
  },
  throwOnError,
});
equal(event.start_date, "2041-06-20 14:00:00");

const query = { categories: [category.id], start_date: "2041-06-01", end_date: "2041-07-01", per_page: 5 };
const { data: events } = await calendar.listEvents({ query, throwOnError });
deepEqual(events.events.map((found) => [found.id, found.title]), [[event.id, "Premiere"]]);
const { data: venues } = await calendar.listVenues({ query: { per_page: 50 }, throwOnError });
ok(venues.venues.some((found) => found.id === venue.id));
const { data: categories } = await calendar.listCategories({ query: { search: "film" }, throwOnError });
ok(categories.categories.some((found) => found.id === category.id));

const one = { path: { id: event.id }, throwOnError } as const;
const place = { path: { id: venue.id }, throwOnError } as const;
const term = { path: { id: category.id }, throwOnError } as const;
equal(whole((await calendar.updateEvent({ ...one, body: { title: "Second night", featured: true } })).data).featured, true);
equal(whole((await calendar.updateVenue({ ...place, body: { city: "Lyon" } })).data).city, "Lyon");
equal(whole((await calendar.updateCategory({ ...term, body: { description: "Dark" } })).data).description, "Dark");

const upload = await calendar.createMedia({ body: { file: picture, title: "Flag" }, throwOnError });
await isStored(upload.response?.status, upload.data);
await calendar.deleteMedia({ path: { id: upload.data.id }, throwOnError });

const refused = await calendar.createEvent({ body: { title: "", start_date: "never", end_date: "2041-06-20" }, throwOnError: false });
equal(refused.error?.code, "rest_invalid_param");

await calendar.deleteEvent(one);
await calendar.deleteVenue(place);
await calendar.deleteCategory(term);
equal((await calendar.getCategory({ ...term, throwOnError: false })).response?.status, 404);
equal((await calendar.deleteEvent({ ...one, throwOnError: false })).response?.status, 410);
console.log("hey-api: events, a venue and a category were created, listed, updated and deleted, and a picture");
