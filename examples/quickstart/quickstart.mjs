// Create, read, update and delete an event with fetch (Node 20, Deno, Bun).
const api = process.env.ALMANAC_API; // Such as http://127.0.0.1:8080/calendar/events/v1
const login = Buffer.from(`${process.env.ALMANAC_USER}:${process.env.ALMANAC_PASSWORD}`).toString("base64");

// call sends a request with credentials and returns its response, whatever the status.
function call(method, url, body, headers = {}) {
  return fetch(url, {
    method,
    headers: { Authorization: `Basic ${login}`, ...(body && { "Content-Type": "application/json" }), ...headers },
    body: body && JSON.stringify(body),
  });
}

// Create.
let response = await call("POST", `${api}/events`, {
  title: "Quick start",
  start_date: "tomorrow 14:00",
  end_date: "tomorrow 16:00",
  venue: { venue: "City Park" },
});
if (response.status !== 201) throw new Error(await response.text());
const address = response.headers.get("Location");

// Read, and remember the version.
response = await call("GET", address);
const version = response.headers.get("ETag");

// Update, unless somebody else was faster: then the status is 412.
response = await call("PATCH", address, { cost: "10 €" }, { "If-Match": version });
console.log((await response.json()).cost);

// List, page by page; the last one has no next_rest_url.
let count = 0;
for (let page = `${api}/events?per_page=5`; page; ) {
  const body = await (await call("GET", page)).json();
  count += body.events.length;
  page = body.next_rest_url;
}
console.log(count, "events");

// An error names every parameter that is wrong.
response = await call("POST", `${api}/events`, { title: "Quick start", start_date: "someday", end_date: "tomorrow" });
console.log(response.status, (await response.json()).data.params);

// Delete: to the trash first, for good with force.
response = await call("DELETE", `${address}?force=true`);
if (!response.ok) throw new Error(await response.text());
console.log("done");
