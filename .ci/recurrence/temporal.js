// Lists the dates of rules with rrule-temporal: a rule a line, as JSON, in; the instants out.
import { createInterface } from "node:readline";
import { RRuleTemporal } from "rrule-temporal";

for await (const line of createInterface({ input: process.stdin })) {
  const { rule, start, zone, most } = JSON.parse(line);
  const list = [];
  try {
    const r = new RRuleTemporal({ rruleString: `DTSTART;TZID=${zone}:${start}\nRRULE:${rule}` });
    for (const at of r.all((_, i) => i < most)) list.push(at.epochMilliseconds / 1000);
  } catch (e) {
    console.log(JSON.stringify({ error: String(e) }));
    continue;
  }
  console.log(JSON.stringify({ times: list }));
}
