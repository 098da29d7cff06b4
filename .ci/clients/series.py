"""Compares the dates that recurring-ical-events finds in feeds of series with those of lists, as
series.js does."""

import datetime
import json
import pathlib
import sys

import icalendar
import recurring_ical_events


def utc(at):
    """Writes a time as the list has it: whole days have no zone."""
    if not isinstance(at, datetime.datetime):
        at = datetime.datetime(at.year, at.month, at.day, tzinfo=datetime.timezone.utc)
    return at.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


wrong = 0
for file in sorted(pathlib.Path(sys.argv[1]).glob("*.ics")):
    calendar = icalendar.Calendar.from_ical(file.read_bytes())
    rows = json.loads(file.with_suffix(".json").read_text())
    want = sorted(f"{r['Start']} {r['End']} {r['Title']} {r['Status']}" for r in rows)
    last = max(r["Start"] for r in rows)
    until = datetime.datetime.fromisoformat(last.replace("Z", "+00:00")) + datetime.timedelta(seconds=1)
    found = []
    for event in recurring_ical_events.of(calendar).between(datetime.datetime(2026, 1, 1), until):
        if utc(event["DTSTART"].dt) <= last:
            found.append(f"{utc(event['DTSTART'].dt)} {utc(event['DTEND'].dt)} {event['SUMMARY']} {event['STATUS']}")
    if sorted(found) != want:
        wrong += 1
        print(f"{file.name}: missing", sorted(set(want) - set(found)), "too many", sorted(set(found) - set(want)))
print(f"recurring-ical-events: {wrong} series are wrong")
sys.exit(wrong > 0)
