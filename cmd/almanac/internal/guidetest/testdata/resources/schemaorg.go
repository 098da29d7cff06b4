package resources

// The properties of schema.org that fields are in json_ld, in feeds and on pages.
var (
	eventProperties = map[string]string{
		"description": "description",
		"excerpt":     "disambiguatingDescription",
		"website":     "url",
		"categories":  "keywords",
		"tags":        "keywords",
		"venue":       "location",
		"organizer":   "organizer",
		"ical_uid":    "identifier",

		"event_status":        "eventStatus",
		"event_status_reason": "eventStatusReason",
		"attendance_mode":     "eventAttendanceMode",
		"online_url":          "virtualLocation",
	}

	venueProperties = map[string]string{
		"description":   "description",
		"excerpt":       "disambiguatingDescription",
		"address":       "streetAddress",
		"city":          "addressLocality",
		"stateprovince": "addressRegion",
		"zip":           "postalCode",
		"country":       "addressCountry",
		"phone":         "telephone",
		"website":       "sameAs",
		"geo_lat":       "latitude",
		"geo_lng":       "longitude",
		"show_map_link": "hasMap",
	}

	organizerProperties = map[string]string{
		"description": "description",
		"excerpt":     "disambiguatingDescription",
		"phone":       "telephone",
		"email":       "email",
		"website":     "sameAs",
	}

	// termProperties are those of categories and tags.
	termProperties = map[string]string{"description": "description"}
)
