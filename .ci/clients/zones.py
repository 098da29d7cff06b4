"""Compares the instants that libical finds in a feed of zones that changed their rules with those
of the service."""

import datetime
import json
import pathlib
import sys

import gi

gi.require_version("ICalGLib", "3.0")
from gi.repository import ICalGLib

folder = pathlib.Path(sys.argv[1])
want = sorted((row["Title"], row["Start"]) for row in json.loads((folder / "zones.json").read_text()))
calendar = ICalGLib.Component.new_from_string((folder / "zones.ics").read_bytes().decode())
found = []
event = calendar.get_first_component(ICalGLib.ComponentKind.VEVENT_COMPONENT)
while event:
    start = event.get_dtstart()
    at = datetime.datetime.fromtimestamp(start.as_timet_with_zone(start.get_timezone()), datetime.timezone.utc)
    found.append((event.get_summary(), at.strftime("%Y-%m-%dT%H:%M:%SZ")))
    event = calendar.get_next_component(ICalGLib.ComponentKind.VEVENT_COMPONENT)
if sorted(found) != want:
    print("libical: missing", sorted(set(want) - set(found)), "too many", sorted(set(found) - set(want)))
    sys.exit(1)
print(f"libical: {len(found)} events are right")
