"""Create, read, update and delete an event with Python's standard library."""
import base64
import json
import os
import urllib.error
import urllib.request

API = os.environ["ALMANAC_API"]  # Such as http://127.0.0.1:8080/calendar/events/v1
LOGIN = f"{os.environ['ALMANAC_USER']}:{os.environ['ALMANAC_PASSWORD']}"


def call(method, url, body=None, **headers):
    """Send a request with credentials; return the decoded body and the headers."""
    headers["Authorization"] = "Basic " + base64.b64encode(LOGIN.encode()).decode()
    data = None
    if body is not None:
        data = json.dumps(body).encode()
        headers["Content-Type"] = "application/json"
    request = urllib.request.Request(url, data=data, method=method, headers=headers)
    with urllib.request.urlopen(request) as response:
        return json.load(response), response.headers


# Create.
event, headers = call("POST", API + "/events", {
    "title": "Quick start",
    "start_date": "tomorrow 14:00",
    "end_date": "tomorrow 16:00",
    "venue": {"venue": "City Park"},
})
address = headers["Location"]

# Read, and remember the version.
event, headers = call("GET", address)

# Update, unless somebody else was faster: then the status is 412.
event, _ = call("PATCH", address, {"cost": "10 €"}, **{"If-Match": headers["ETag"]})
print(event["cost"])

# List, page by page; the last one has no next_rest_url.
titles, page = [], API + "/events?per_page=5"
while page:
    body, _ = call("GET", page)
    titles += [e["title"] for e in body["events"]]
    page = body.get("next_rest_url")
print(len(titles), "events")

# An error names every parameter that is wrong.
try:
    call("POST", API + "/events", {"title": "Quick start", "start_date": "someday", "end_date": "tomorrow"})
except urllib.error.HTTPError as error:
    print(error.code, json.load(error)["data"]["params"])

# Delete: to the trash first, for good with force.
call("DELETE", address + "?force=true")
print("done")
