"""Lists the dates of rules with dateutil or libical: a rule a line, as JSON, in; the instants out.

Both count by the wall clock, which zoneinfo turns into instants: a time that does not exist has
the offset before the gap, of one that exists twice it is the first (PEP 495, fold=0)."""

import datetime
import json
import os
import sys
import zoneinfo


def dateutil(rule, start, most):
    from dateutil import rrule

    if "SKIP" in rule or "RSCALE" in rule:
        raise ValueError("dateutil has no SKIP")
    found = []
    for at in rrule.rrulestr(rule, dtstart=start, ignoretz=True):
        found.append(at)
        if len(found) == most:
            break
    return found


def libical(rule, start, most):
    recurrence = ICalGLib.Recurrence.new_from_string(rule)
    iterator = ICalGLib.RecurIterator.new(recurrence, ICalGLib.Time.new_from_string(start.strftime("%Y%m%dT%H%M%S")))
    found = []
    while len(found) < most:
        at = iterator.next()
        if at is None or at.is_null_time():
            break
        found.append(datetime.datetime(at.get_year(), at.get_month(), at.get_day(), *at.get_time()))
    return found


def guarded(expand):
    """Runs each expansion in a process of its own, as libical ends that with some rules."""

    def run(rule, start, most):
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                with os.fdopen(write, "w") as out:
                    json.dump([at.isoformat() for at in expand(rule, start, most)], out)
            except Exception:
                os._exit(1)
            os._exit(0)
        os.close(write)
        with os.fdopen(read) as found:
            text = found.read()
        if os.waitpid(child, 0)[1] != 0:
            raise ValueError("libical crashed")
        return [datetime.datetime.fromisoformat(at) for at in json.loads(text)]

    return run


def main(expand):
    for line in sys.stdin:
        case = json.loads(line)
        zone = zoneinfo.ZoneInfo(case["zone"])
        start = datetime.datetime.strptime(case["start"], "%Y%m%dT%H%M%S")
        parts = []
        for part in case["rule"].split(";"):  # UNTIL is compared by the clock of the zone.
            name, _, value = part.partition("=")
            if name == "UNTIL":
                until = datetime.datetime.strptime(value, "%Y%m%dT%H%M%SZ").replace(tzinfo=datetime.timezone.utc)
                value = until.astimezone(zone).strftime("%Y%m%dT%H%M%S")
            parts.append(name + "=" + value)
        try:
            found = expand(";".join(parts), start, case["most"])
            print(json.dumps({"times": [int(at.replace(tzinfo=zone).timestamp()) for at in found]}))
        except Exception as e:
            print(json.dumps({"error": repr(e)}))
        sys.stdout.flush()


if sys.argv[1] == "libical":
    import gi

    gi.require_version("ICalGLib", "3.0")
    from gi.repository import ICalGLib  # Once, before the other processes.

main({"dateutil": dateutil, "libical": guarded(libical)}[sys.argv[1]])
