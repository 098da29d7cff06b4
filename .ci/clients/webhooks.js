// Sets up a webhook of the service at ALMANAC_URL, whose receiver is this program, and has
// standardwebhooks verify the messages: a test, and that an event was made.
import { createServer } from "node:http";
import { once } from "node:events";
import { Webhook } from "standardwebhooks";

const { ALMANAC_URL: url, ALMANAC_USER: user, ALMANAC_PASSWORD: password } = process.env;

async function send(method, path, body) {
  const headers = { "Content-Type": "application/json" };
  if (user) headers.Authorization = "Basic " + Buffer.from(`${user}:${password}`).toString("base64");
  const response = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.status === 204 ? undefined : response.json();
}

const messages = [];
let arrived = () => {};
const receiver = createServer(async (request, response) => {
  let text = "";
  for await (const piece of request) text += piece;
  messages.push({ text, headers: request.headers });
  response.writeHead(204).end();
  arrived();
}).listen(0, "127.0.0.1");
await once(receiver, "listening");

const hook = await send("POST", "/webhooks", { url: `http://127.0.0.1:${receiver.address().port}/` });
await send("POST", `/webhooks/${hook.id}/test`);
const event = await send("POST", "/events", {
  title: "Webhook", start_date: "2099-01-01 10:00:00", end_date: "2099-01-01 12:00:00",
});
while (messages.length < 2) await new Promise((resolve) => (arrived = resolve));

const verifier = new Webhook(hook.secret);
const types = messages.map(({ text, headers }) => verifier.verify(text, headers).type).sort();
if (types.join() !== "event.created,webhook.test") throw new Error(`messages ${types}`);
try {
  verifier.verify(messages[0].text + " ", messages[0].headers);
  types.length = 0;
} catch {
  // Another body has another signature.
}
if (types.length === 0) throw new Error("a changed message was verified");
await send("DELETE", `/events/${event.id}?force=true`);
await send("DELETE", `/webhooks/${hook.id}`);
receiver.close();
receiver.closeAllConnections();
