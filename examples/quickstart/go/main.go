// Command quickstart creates, reads, updates and deletes an event with the
// standard library.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
)

var api = os.Getenv("ALMANAC_API") // Such as http://127.0.0.1:8080/calendar/events/v1

// call sends a request with credentials and decodes the body of its response.
func call(method, url string, send any, header http.Header, receive any) (*http.Response, error) {
	var body bytes.Buffer
	if send != nil {
		if err := json.NewEncoder(&body).Encode(send); err != nil {
			return nil, err
		}
	}
	request, err := http.NewRequest(method, url, &body)
	if err != nil {
		return nil, err
	}
	if header != nil {
		request.Header = header
	}
	if send != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	request.SetBasicAuth(os.Getenv("ALMANAC_USER"), os.Getenv("ALMANAC_PASSWORD"))
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	return response, json.NewDecoder(response.Body).Decode(receive)
}

type event struct {
	Title string `json:"title"`
	Cost  string `json:"cost"`
}

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

func run() error {
	// Create.
	var e event
	created, err := call("POST", api+"/events", map[string]any{
		"title": "Quick start", "start_date": "tomorrow 14:00", "end_date": "tomorrow 16:00",
		"venue": map[string]any{"venue": "City Park"},
	}, nil, &e)
	if err != nil {
		return err
	}
	address := created.Header.Get("Location")

	// Read, and remember the version.
	read, err := call("GET", address, nil, nil, &e)
	if err != nil {
		return err
	}

	// Update, unless somebody else was faster: then the status is 412.
	header := http.Header{"If-Match": {read.Header.Get("ETag")}}
	if _, err := call("PATCH", address, map[string]any{"cost": "10 €"}, header, &e); err != nil {
		return err
	}
	fmt.Println(e.Cost)

	// List, page by page; the last one has no next_rest_url.
	count := 0
	for page := api + "/events?per_page=5"; page != ""; {
		var list struct {
			Events []event `json:"events"`
			Next   string  `json:"next_rest_url"`
		}
		if _, err := call("GET", page, nil, nil, &list); err != nil {
			return err
		}
		count += len(list.Events)
		page = list.Next
	}
	fmt.Println(count, "events")

	// An error names every parameter that is wrong.
	var refused struct {
		Data struct {
			Params any `json:"params"`
		} `json:"data"`
	}
	bad, err := call("POST", api+"/events", map[string]any{"title": "Quick start", "start_date": "someday", "end_date": "tomorrow"}, nil, &refused)
	if err != nil {
		return err
	}
	fmt.Println(bad.StatusCode, refused.Data.Params)

	// Delete: to the trash first, for good with force.
	if _, err := call("DELETE", address+"?force=true", nil, nil, &e); err != nil {
		return err
	}
	fmt.Println("done")
	return nil
}
