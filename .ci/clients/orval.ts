// Creates, lists, updates and deletes with the functions that orval has made from the
// document, and uploads a picture.
import { deepEqual, equal } from "node:assert/strict";

import { createEvent, createMedia, deleteEvent, deleteMedia, getIndex, listEvents, updateEvent } from "./orval/calendar";
import { isStored, picture } from "./picture";

const { ALMANAC_URL: baseUrl = "", ALMANAC_USER: user, ALMANAC_PASSWORD: password } = process.env;
// Its functions fetch paths, as pages of the same site do.
const plain = globalThis.fetch;
globalThis.fetch = (path, init) => plain(baseUrl + path, init);
const signed = user ? { headers: { Authorization: "Basic " + btoa(`${user}:${password}`) } } : {};

async function run() {
  const created = await createEvent({ title: "Market", start_date: "2043-06-20 14:00", end_date: "2043-06-20 18:00" }, undefined, signed);
  if (created.status !== 201) throw new Error(`${created.status}: ${JSON.stringify(created.data)}`);
  const { id } = created.data;
  const found = await listEvents({ start_date: "2043-06-01", end_date: "2043-07-01" }, signed);
  if (found.status !== 200 || typeof found.data === "string") throw new Error(`${found.status}: ${JSON.stringify(found.data)}`);
  deepEqual(found.data.events.map((one) => [one.id, one.title]), [[id, "Market"]]);
  const changed = await updateEvent(id, { featured: true }, undefined, signed);
  equal(changed.status === 200 && changed.data.featured, true);
  equal((await deleteEvent(id, undefined, signed)).status, 200);
  const upload = await createMedia({ file: picture, title: "Flag" }, undefined, signed);
  if (upload.status !== 201) throw new Error(`${upload.status}: ${JSON.stringify(upload.data)}`);
  await isStored(upload.status, upload.data);
  equal((await deleteMedia(upload.data.id, undefined, signed)).status, 200);
  const index = await getIndex(undefined, signed);
  equal(index.status === 200 && typeof index.data.routes, "object");
  console.log("orval: an event was created, listed, updated and deleted, and a picture");
}

void run();
