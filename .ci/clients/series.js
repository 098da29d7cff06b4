// Reads the feeds of series that TestFeedOfASeriesHasTheDatesThatListsShow has written into a
// folder, and compares the dates that ical.js finds in each with those of the list.
import { readdirSync, readFileSync } from "node:fs";
import ICAL from "ical.js";

const folder = process.argv[2];
let wrong = 0;

// utc writes a time as the list has it: whole days have no zone.
function utc(time) {
  const at = time.isDate ? time : time.convertToZone(ICAL.Timezone.utcTimezone);
  return at.toString().slice(0, 19).replace("Z", "") + (time.isDate ? "T00:00:00" : "") + "Z";
}

for (const file of readdirSync(folder).filter((name) => name.endsWith(".ics"))) {
  const calendar = new ICAL.Component(ICAL.parse(readFileSync(`${folder}/${file}`, "utf8")));
  ICAL.TimezoneService.reset();
  for (const zone of calendar.getAllSubcomponents("vtimezone")) ICAL.TimezoneService.register(zone);
  const rows = JSON.parse(readFileSync(`${folder}/${file.replace(".ics", ".json")}`, "utf8"));
  const want = rows.map((row) => `${row.Start} ${row.End} ${row.Title} ${row.Status}`);
  const last = rows.at(-1).Start;
  const found = [];
  for (const one of calendar.getAllSubcomponents("vevent")) {
    const event = new ICAL.Event(one);
    if (event.isRecurrenceException()) continue;
    const dates = event.iterator();
    for (let id = dates.next(); id; id = dates.next()) {
      const { item, startDate, endDate } = event.getOccurrenceDetails(id);
      const start = utc(startDate);
      if (start > last && utc(id) > last) break;
      if (start > last) continue;
      found.push(`${start} ${utc(endDate)} ${item.summary} ${item.component.getFirstPropertyValue("status")}`);
    }
  }
  found.sort();
  want.sort();
  if (found.join("\n") !== want.join("\n")) {
    wrong++;
    console.error(`${file}: the list has\n${want.join("\n")}\nand ical.js finds\n${found.join("\n")}`);
  }
}
console.log(`ical.js: ${wrong} series are wrong`);
process.exitCode = wrong ? 1 : 0;
