#!/usr/bin/env bash
# ical.js 2.2.1: times before the first observance of a VTIMEZONE are UTC, although its
# TZOFFSETFROM says which offset held before: a description that begins with the observance
# of today is an error of hours for an event of last month.
set -euo pipefail
dir="$(mktemp -d)"
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts ical.js@2.2.1 >/dev/null 2>&1
cat >run.mjs <<'E2'
import ICAL from "ical.js";
const lines = [
  "BEGIN:VCALENDAR", "BEGIN:VTIMEZONE", "TZID:America/Vancouver", "BEGIN:STANDARD", "DTSTART:20261101T020000",
  "TZOFFSETFROM:-0700", "TZOFFSETTO:-0700", "END:STANDARD", "END:VTIMEZONE", "END:VCALENDAR",
];
const zone = new ICAL.Timezone(new ICAL.Component(ICAL.parse(lines.join("\r\n"))).getFirstSubcomponent("vtimezone"));
for (const at of ["2026-10-15T19:00:00", "2026-11-15T19:00:00"]) {
  const time = ICAL.Time.fromDateTimeString(at);
  time.zone = zone;
  console.log(at, "is", time.utcOffset() / 3600, "hours from UTC");
}
E2
node run.mjs | tee seen
diff seen - <<'EOF2'
2026-10-15T19:00:00 is 0 hours from UTC
2026-11-15T19:00:00 is -7 hours from UTC
EOF2
