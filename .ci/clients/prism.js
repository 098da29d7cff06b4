// Stands between the conformance cases and a server, and holds each request and response
// against the OpenAPI document with Prism's validator.  Every response has to be valid, and
// every request that succeeded; what the cases send wrongly on purpose is refused by both.
//
//	node prism.js DOCUMENT ADDRESS PROGRAM ARGUMENT...
//
// It runs the program with --base and its own address.  Its proxy hands on bytes as they
// are, which that of Prism's own program does not: it writes queries and headers anew.
import { spawn } from "node:child_process";
import { createServer, request as send } from "node:http";
import { gunzipSync } from "node:zlib";

import prism from "@stoplight/prism-http";
import router from "@stoplight/prism-http/dist/router/index.js";
import validator from "@stoplight/prism-http/dist/validator/index.js";

const [, , file, address, program, ...args] = process.argv;
const service = new URL(address);
const resources = await prism.getHttpOperationsFromSpec(file);

// What an OpenAPI document cannot say, or not without types that nobody wants to program
// with.  Its description says the first five in words.
const exceptions = {
  head: "HEAD, which every GET has: held against the GET, without a body",
  options: "OPTIONS, which every route has",
  override: "POST that names another method: held against that",
  fields: "members that _fields leaves out",
  inQuery: "fields of a write in the query",
  slash: "a path that ends in a slash, as links of lists do: held against the one without",
  unknown: "a path or method of no operation, refused",
  letterCase: "a path in other letter case: held against the one in small letters",
  scalar: "a number or truth as text, or the other way round: the document has one type",
  keys: "a list with keys, which PHP makes of arrays",
  anyValue: "a value that an enumeration lacks, which is as none",
  again: "a parameter that is sent again: the last one counts",
  noBody: "a body of DELETE, which has no meaning in HTTP",
};
const counts = { pairs: 0, responses: 0, requests: 0, refused: 0 };
const excepted = {};
const violations = new Set();
const tried = new Set();

function except(name) {
  excepted[name] = (excepted[name] ?? 0) + 1;
}

// read returns a body as Prism's server does: decoded if it is JSON, else as text.
function read(headers, data) {
  if (!data.length) return undefined;
  const text = (headers["content-encoding"] === "gzip" ? gunzipSync(data) : data).toString();
  if (!/json/i.test(headers["content-type"])) return text;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// find returns the operation of a request, whose method and path it changes to those of
// the document; undefined where there is none.
function find(request) {
  const { url, headers, body } = request;
  if (request.method === "HEAD") {
    except("head");
    request.method = "GET";
  }
  const form = typeof body === "string" ? new URLSearchParams(body) : undefined;
  const named = headers["x-http-method-override"] ?? url.query._method ?? form?.get("_method");
  if (request.method === "POST" && /^(put|patch|delete)$/i.test(named)) {
    except("override");
    request.method = named;
  }
  if (/.\/$/.test(url.path)) {
    except("slash");
    url.path = url.path.slice(0, -1);
  }
  const route = /^\/[a-z]+(\/by-slug(?=\/))?/i;
  if (route.exec(url.path)?.[0] !== route.exec(url.path)?.[0].toLowerCase()) {
    except("letterCase");
    url.path = url.path.replace(route, (part) => part.toLowerCase());
  }
  try {
    decodeURIComponent(url.path);
  } catch {
    return undefined;
  }
  return router.default({ resources, input: request }).right;
}

// mayBe names the exception that lets a request succeed in spite of a violation.
function mayBe({ code, path: [place, name] = [] }, { method, url, body }) {
  const value = place === "query" ? url.query[name] : body?.[name];
  if (method === "delete" && code === 415) return "noBody";
  if (code === "required" && body === undefined && Object.keys(url.query).length) return "inQuery";
  if (Array.isArray(value)) return place === "query" ? "again" : undefined;
  if (place === "query" && ["order", "orderby", "context"].includes(name)) return "anyValue";
  if (place === "query") return /^(true|false|yes|no|on|off)$/i.test(value) ? "scalar" : undefined;
  if (value && typeof value === "object") return Object.keys(value).every((key) => /^\d+$/.test(key)) ? "keys" : undefined;
  return code === "type" && value !== undefined ? "scalar" : undefined;
}

function check(asked, status, answer) {
  counts.pairs++;
  const { method, headers } = asked;
  const target = new URL(asked.url, service);
  const query = {};
  for (const [name, value] of target.searchParams) query[name] = name in query ? [query[name], value].flat() : value;
  const path = target.pathname.slice(service.pathname.length) || "/";
  const request = { method, url: { path, query }, headers, body: read(headers, asked.body) };
  const response = { statusCode: status, headers: answer.headers, body: read(answer.headers, answer.body) };
  const complain = (text) => violations.add(`${method} ${path}: ${status}: ${text}`);

  const resource = find(request);
  if (!resource) {
    if (method === "OPTIONS" && status < 300) except("options");
    else if (status >= 400) except("unknown");
    else complain("no operation of the document succeeded");
    return;
  }
  request.method = request.method.toLowerCase();

  let wrong = validator.validateOutput({ resource, element: response }).left ?? [];
  if (method === "HEAD") wrong = wrong.filter((one) => one.path?.[0] !== "body");
  const whole = wrong.filter((one) => one.code !== "required" || !("_fields" in query));
  if (whole.length < wrong.length) except("fields");
  for (const one of whole) complain(`response: ${one.message}`);
  if (!whole.length) counts.responses++;

  wrong = validator.validateInput({ resource, element: request }).left ?? [];
  if (status < 300) {
    const names = wrong.map((one) => [mayBe(one, request), one]);
    for (const [name, one] of names) if (!name) complain(`request: ${one.message}`);
    new Set(names.map(([name]) => name).filter(Boolean)).forEach(except);
    if (!wrong.length) counts.requests++;
  } else if (wrong.length) counts.refused++;

  // Prism takes a schema that it cannot compile for one that allows everything.
  const once = `${resource.method} ${resource.path} ${status}`;
  if (tried.has(once) || method === "HEAD") return;
  tried.add(once);
  if (typeof response.body === "object" && !validator.validateOutput({ resource, element: { ...response, body: 0 } }).left) complain("Prism takes any response");
  if (typeof request.body === "object" && !validator.validateInput({ resource, element: { ...request, body: 0 } }).left) complain("Prism takes any request");
}

// body reads all of a request or response.
async function body(stream) {
  return Buffer.concat(await stream.toArray());
}

const server = createServer(async (incoming, outgoing) => {
  const { method, url, headers } = incoming;
  const asked = { method, url, headers, body: await body(incoming) };
  const forwarded = send({ host: service.hostname, port: service.port, path: url, method, headers }, async (answer) => {
    answer.body = await body(answer);
    outgoing.writeHead(answer.statusCode, answer.rawHeaders).end(answer.body);
    check(asked, answer.statusCode, answer);
  });
  forwarded.on("error", (err) => outgoing.destroy(err));
  forwarded.end(asked.body);
});
await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
const base = `http://127.0.0.1:${server.address().port}${service.pathname}`;
const status = await new Promise((ended) => spawn(program, ["--base", base, ...args], { stdio: "inherit" }).on("exit", ended).on("error", ended));
server.closeAllConnections();
server.close();

const { pairs, responses, requests, refused } = counts;
console.log(`prism: ${pairs} pairs; valid: ${responses} responses, and ${requests} requests that succeeded; ${refused} invalid requests, refused`);
for (const [name, text] of Object.entries(exceptions)) console.log(`${String(excepted[name] ?? 0).padStart(6)} ${text}`);
if (violations.size) console.log(`${violations.size} violations, of these:`);
for (const text of [...violations].slice(0, 40)) console.log(text);
if (status !== 0 || violations.size) process.exit(1);
