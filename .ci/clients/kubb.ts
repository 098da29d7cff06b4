// Creates, lists, updates and deletes with the functions that kubb has made from the
// document.
import { deepEqual, equal } from "node:assert/strict";

import { setConfig } from "./kubb/.kubb/fetch.js";

import { createEvent, deleteEvent, getIndex, listEvents, updateEvent } from "./kubb/index.js";

const { ALMANAC_URL: baseURL = "", ALMANAC_USER: user, ALMANAC_PASSWORD: password } = process.env;
const signed = user ? { Authorization: "Basic " + btoa(`${user}:${password}`) } : undefined;
// Its client leaves the type of a body to fetch, to which JSON is plain text.
setConfig({ baseURL, headers: { "Content-Type": "application/json", ...signed } });

const event = await createEvent({ title: "Fair", start_date: "2042-06-20 14:00", end_date: "2042-06-20 18:00" });
const found = await listEvents({ start_date: "2042-06-01", end_date: "2042-07-01" });
if (typeof found === "string") throw new Error("a list was answered as a feed");
deepEqual(found.events.map((one) => [one.id, one.title]), [[event.id, "Fair"]]);
const changed = await updateEvent(event.id, { featured: true });
equal(changed && changed.featured, true);
await deleteEvent(event.id);
equal(typeof (await getIndex()).routes, "object");
console.log("kubb: an event was created, listed, updated and deleted");
