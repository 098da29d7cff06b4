#!/usr/bin/env bash
# vobject 0.9.6.1 (Debian 12): the VTIMEZONE of a zone that was at UTC+0 from 2000 to 2020 is
# not used.  It is taken for UTC, which needs no entry; then pytz is asked for its TZID.
# So a feed that describes new rules of Casablanca or Dublin is read by the old ones, and
# the same description of another offset is used.  Needs Debian's Python.
set -euo pipefail
dir="$(mktemp -d)"
trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get download -qq -o APT::Sandbox::User=root python3-vobject=0.9.6.1-2 python3-dateutil python3-tz python3-six
for package in *.deb; do dpkg-deb -x "$package" .; done
cat >read.py <<'E2'
import vobject

for before in ("+0000", "+0100"):
    lines = [
        "BEGIN:VCALENDAR", "BEGIN:VTIMEZONE", "TZID:Asia/Tokyo", "BEGIN:STANDARD", "DTSTART:20260101T000000",
        f"TZOFFSETFROM:{before}", f"TZOFFSETTO:{before}", "END:STANDARD", "BEGIN:STANDARD",
        "DTSTART:20260901T000000", f"TZOFFSETFROM:{before}", "TZOFFSETTO:+0500", "END:STANDARD", "END:VTIMEZONE",
        "BEGIN:VEVENT", "DTSTART;TZID=Asia/Tokyo:20261115T190000", "END:VEVENT", "END:VCALENDAR", "",
    ]
    vobject.icalendar.__dict__["__tzidMap"].pop("Asia/Tokyo", None)
    start = vobject.readOne("\r\n".join(lines)).vevent.dtstart.value
    print("before", before, "then +0500: read as", start.strftime("%z"))
E2
PYTHONPATH=usr/lib/python3/dist-packages /usr/bin/python3 read.py | tee seen
diff seen - <<'EOF2'
before +0000 then +0500: read as +0900
before +0100 then +0500: read as +0500
EOF2
