// Listens to what changes in the service at ALMANAC_URL by eventsource, through a proxy that is part
// of this program.  The proxy cuts the connection once; what changes meanwhile comes once after it.
import { createServer, request as ask } from "node:http";
import { once } from "node:events";
import { EventSource } from "eventsource";

const { ALMANAC_URL: url, ALMANAC_USER: user, ALMANAC_PASSWORD: password } = process.env;
const headers = { "Content-Type": "application/json" };
if (user) headers.Authorization = "Basic " + Buffer.from(`${user}:${password}`).toString("base64");

async function send(method, path, body) {
  const response = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

const made = [];
async function make(title) {
  made.push(await send("POST", "/events", { title, start_date: "2099-01-01 10:00:00", end_date: "2099-01-01 12:00:00" }));
}

const ids = []; // With which the stream was opened.
const proxy = createServer((request, response) => {
  ids.push(request.headers["last-event-id"]);
  const onward = ask(url + "/changes", { headers: request.headers }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  onward.on("error", () => response.destroy());
  response.on("close", () => onward.destroy());
  onward.end();
}).listen(0, "127.0.0.1");
await once(proxy, "listening");

const source = new EventSource(`http://127.0.0.1:${proxy.address().port}/`, {
  fetch: (address, init) => fetch(address, { ...init, headers: { ...init.headers, ...headers } }),
});
const messages = [];
let arrived = () => {};
source.onmessage = (message) => {
  messages.push(message);
  arrived();
};
async function until(n) {
  while (messages.length < n) await new Promise((resolve) => (arrived = resolve));
}

await new Promise((resolve) => (source.onopen = resolve));
await make("Before");
await until(1);
proxy.closeAllConnections();
await make("Meanwhile");
await until(2);
await make("After");
await until(3);
const got = messages.map(({ data }) => JSON.parse(data)).map(({ type, data }) => `${type} ${data.title}`);
if (got.join() !== "event.created Before,event.created Meanwhile,event.created After") throw new Error(`messages ${got}`);
if (ids.length !== 2 || ids[0] || !ids[1]) throw new Error(`opened with ${ids}`);

source.close();
proxy.close();
proxy.closeAllConnections();
for (const { id } of made) await send("DELETE", `/events/${id}?force=true`);
