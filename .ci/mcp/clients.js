// Official clients of both generations of the protocol find, create and change an event.
import assert from "node:assert/strict";
import { Client as Modern, StreamableHTTPClientTransport as ModernTransport } from "@modelcontextprotocol/client";
import { Client as Legacy } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as LegacyTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const url = new URL(process.env.ALMANAC_URL + "/mcp");
const requestInit = { headers: { Authorization: "Bearer " + process.env.ALMANAC_TOKEN } };
const about = { name: "almanac-clients", version: "1.0.0" };

async function visit(name, client, transport) {
  await client.connect(transport);
  const { tools } = await client.listTools();
  assert.ok(tools.length >= 8, `${name}: ${tools.length} tools`);
  const call = async (tool, args) => {
    const result = await client.callTool({ name: tool, arguments: args });
    assert.ok(!result.isError, `${name} ${tool}: ${JSON.stringify(result)}`);
    return result.structuredContent;
  };
  const values = { title: name, start_date: "2030-05-06 10:00", end_date: "2030-05-06 11:00", status: "publish" };
  const { record } = await call("create", { resource: "events", values });
  const found = await call("find", { resource: "events", filters: { search: name, start_date: "2030-05-01", end_date: "2030-06-01" } });
  assert.equal(found.records[0].id, record.id);
  const changed = await call("update", {
    resource: "events", id: record.id, version: found.records[0].version, values: { event_status: "canceled" },
  });
  assert.equal(changed.record.event_status, "canceled");
  const lost = await client.callTool({ name: "delete", arguments: { resource: "events", id: record.id, version: record.version } });
  assert.equal(lost.structuredContent.data.status, 412);
  await client.close();
  console.log(`${name}: ${tools.length} tools, an event created, found and canceled`);
}

await visit("handshake", new Legacy(about), new LegacyTransport(url, { requestInit }));
const modern = new Modern(about, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
await visit("stateless", modern, new ModernTransport(url, { requestInit }));
