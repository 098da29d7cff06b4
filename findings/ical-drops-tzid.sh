#!/usr/bin/env bash
# ical 0.8.0 (npm): a local time keeps the name of its TZID, but its instant is that of the
# machine's own zone.  Neither the VTIMEZONE of the file nor the zone's name counts.
set -euo pipefail
dir="$(mktemp -d)"
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts ical@0.8.0 >/dev/null 2>&1
cat >run.cjs <<'E2'
const lines = [
  "BEGIN:VCALENDAR", "BEGIN:VTIMEZONE", "TZID:Asia/Tokyo", "BEGIN:STANDARD", "DTSTART:19700101T000000",
  "TZOFFSETFROM:+0900", "TZOFFSETTO:+0900", "END:STANDARD", "END:VTIMEZONE",
  "BEGIN:VEVENT", "UID:1", "DTSTART;TZID=Asia/Tokyo:20270115T190000", "END:VEVENT", "END:VCALENDAR",
];
const { start } = Object.values(require("ical").parseICS(lines.join("\r\n"))).find((one) => one.type === "VEVENT");
console.log(`19:00 in ${start.tz}, read in ${process.env.TZ}: ${start.toISOString()}`);
E2
for zone in UTC America/New_York; do TZ="$zone" node run.cjs; done | tee seen
diff seen - <<'EOF2'
19:00 in Asia/Tokyo, read in UTC: 2027-01-15T19:00:00.000Z
19:00 in Asia/Tokyo, read in America/New_York: 2027-01-16T00:00:00.000Z
EOF2
