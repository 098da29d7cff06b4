// Creates, lists, updates and deletes with the class that swagger-typescript-api has made
// from the document, and uploads a picture.
import { deepEqual, equal } from "node:assert/strict";

import { isStored, picture } from "./picture.js";
import { Api } from "./swagger/api.js";

const { ALMANAC_URL: baseUrl = "", ALMANAC_USER: user, ALMANAC_PASSWORD: password } = process.env;
const headers: Record<string, string> = user ? { Authorization: "Basic " + btoa(`${user}:${password}`) } : {};
const calendar = new Api({ baseUrl, baseApiParams: { headers } });

const { data: event } = await calendar.events.createEvent({ title: "Parade", start_date: "2044-06-20 14:00", end_date: "2044-06-20 18:00" });
const { data: found } = await calendar.events.listEvents({ start_date: "2044-06-01", end_date: "2044-07-01" });
deepEqual(found.events.map((one) => [one.id, one.title]), [[event.id, "Parade"]]);

const upload = await calendar.media.createMedia({ file: picture, title: "Flag" });
await isStored(upload.status, upload.data);

const { data: changed } = await calendar.events.updateEvent(event.id, { featured: true, image: upload.data.id });
deepEqual([changed.featured, changed.image && changed.image.id], [true, upload.data.id]);
await calendar.events.deleteEvent(event.id);
await calendar.media.deleteMedia(upload.data.id);
equal((await calendar.media.getMedia(upload.data.id).catch((refused) => refused)).status, 404);
console.log("swagger-typescript-api: an event was created, listed, updated and deleted, with a picture");
