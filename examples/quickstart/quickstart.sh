#!/bin/sh
# Create, read, update and delete an event with curl.
set -eu
api=${ALMANAC_API:?such as http://127.0.0.1:8080/calendar/events/v1}
login="${ALMANAC_USER:?}:${ALMANAC_PASSWORD:?}"
headers=$(mktemp)
trap 'rm -f "$headers"' EXIT

# Create. 201 has the address of the new event in Location.
curl -fsS -u "$login" -D "$headers" -o /dev/null "$api/events" \
	-d title='Quick start' -d start_date='tomorrow 14:00' -d end_date='tomorrow 16:00' -d 'venue[venue]=City Park'
event=$(sed -n 's/^[Ll]ocation: *\([^[:space:]]*\).*/\1/p' "$headers")

# Read, and remember the version.
curl -fsS -D "$headers" -o /dev/null "$event"
etag=$(sed -n 's/^[Ee][Tt]ag: *\([^[:space:]]*\).*/\1/p' "$headers")

# Update, unless somebody else was faster: then the status is 412.
curl -fsS -u "$login" -X PATCH -H "If-Match: $etag" -o /dev/null "$event" -d cost='10 €'

# List, page by page, as long as a Link header names a next page.
page="$api/events?per_page=5&_fields=id,title" pages=0
while [ -n "$page" ]; do
	curl -fsS -D "$headers" -o /dev/null "$page"
	pages=$((pages + 1))
	page=$(sed -n 's/^[Ll]ink:.*<\([^>]*\)>; rel="next".*/\1/p' "$headers")
done
echo "$pages pages"

# An error names every parameter that is wrong.
curl -sS -u "$login" "$api/events" -d title='Quick start' -d start_date='someday' -d end_date='tomorrow'
echo

# Delete: to the trash first, for good with force.
curl -fsS -u "$login" -X DELETE -o /dev/null "$event?force=true"
echo "done"
