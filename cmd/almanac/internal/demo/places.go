package demo

// place is a venue.  Where the site speaks French, those of French-speaking
// places are records in French.
type place struct {
	name, address, city, state, province, zip, country string

	phone    string
	lat, lng string // Degrees.
	zone     string // Time zone of its events; "" for that of the site.
	french   bool
	image    int // Number of a picture, 0 for none.
}

// places are the venues, in several countries and time zones.
func places() []place {
	return []place{
		{
			name: "Riverside Hall", address: "120 River Street", city: "Albany", state: "NY", zip: "12207",
			country: "United States", phone: "+1 518 555 0120", lat: "42.6512", lng: "-73.7496", zone: "America/New_York",
			image: 1,
		},
		{
			name: "Maple Street Library", address: "48 Maple Street", city: "Portland", state: "ME", zip: "04101",
			country: "United States", phone: "+1 207 555 0148", lat: "43.6591", lng: "-70.2568", zone: "America/New_York",
		},
		{
			name: "The Foundry", address: "901 Iron Way", city: "Pittsburgh", state: "PA", zip: "15222",
			country: "United States", phone: "+1 412 555 0190", lat: "40.4469", lng: "-79.9925", zone: "America/New_York",
			image: 2,
		},
		{
			name: "Lakeview Pavilion", address: "7 Shore Drive", city: "Chicago", state: "IL", zip: "60611",
			country: "United States", phone: "+1 312 555 0107", lat: "41.8917", lng: "-87.6086", zone: "America/Chicago",
			image: 3,
		},
		{
			name: "Mission Street Studio", address: "2440 Mission Street", city: "San Francisco", state: "CA", zip: "94110",
			country: "United States", phone: "+1 415 555 0144", lat: "37.7582", lng: "-122.4188", zone: "America/Los_Angeles",
		},
		{
			name: "Cedar Park Amphitheater", address: "15 Cedar Park Road", city: "Seattle", state: "WA", zip: "98101",
			country: "United States", lat: "47.6101", lng: "-122.3344", zone: "America/Los_Angeles", image: 4,
		},
		{
			name: "Harbourfront Centre Annex", address: "31 Queens Quay West", city: "Toronto", province: "Ontario",
			zip: "M5J 2G8", country: "Canada", phone: "+1 416 555 0131", lat: "43.6389", lng: "-79.3817",
			zone: "America/Toronto", image: 5,
		},
		{
			name: "Granville Workshop", address: "1540 Old Bridge Street", city: "Vancouver", province: "British Columbia",
			zip: "V6H 3S6", country: "Canada", lat: "49.2722", lng: "-123.1349", zone: "America/Vancouver",
		},
		{
			name: "The Old Mill", address: "22 Mill Lane", city: "Bristol", province: "England", zip: "BS1 4RN",
			country: "United Kingdom", phone: "+44 117 496 0122", lat: "51.4510", lng: "-2.5980", zone: "Europe/London",
			image: 6,
		},
		{
			name: "St Brendan's Crypt", address: "5 Abbey Row", city: "Edinburgh", province: "Scotland", zip: "EH1 2NG",
			country: "United Kingdom", lat: "55.9507", lng: "-3.1905", zone: "Europe/London",
		},
		{
			name: "Liffey Rooms", address: "64 Merchants Quay", city: "Dublin", zip: "D08 R6C3", country: "Ireland",
			phone: "+353 1 555 0164", lat: "53.3453", lng: "-6.2740", zone: "Europe/Dublin",
		},
		{
			name: "Kulturhaus am Ufer", address: "Uferstraße 8", city: "Berlin", zip: "13357", country: "Germany",
			phone: "+49 30 5550 108", lat: "52.5525", lng: "13.3730", zone: "Europe/Berlin", image: 7,
		},
		{
			name: "Sala Nord", address: "Carrer de la Marina 310", city: "Barcelona", zip: "08025", country: "Spain",
			lat: "41.4078", lng: "2.1772", zone: "Europe/Madrid",
		},
		{
			name: "Shimokita Basement", address: "2-18-5 Kitazawa", city: "Tokyo", zip: "155-0031", country: "Japan",
			lat: "35.6615", lng: "139.6670", zone: "Asia/Tokyo", image: 8,
		},
		{
			name: "Newtown Social Club", address: "387 King Street", city: "Sydney", state: "NSW", zip: "2042",
			country: "Australia", phone: "+61 2 5550 0387", lat: "-33.8970", lng: "151.1793", zone: "Australia/Sydney",
		},
		{
			name: "Northgate Community Garden", address: "Greenhouse Lane", city: "Albany", state: "NY", zip: "12204",
			country: "United States", zone: "America/New_York",
		},
		{name: "Online", country: "", zone: "UTC"},
		{
			name: "Salle des Tilleuls", address: "14 rue des Tilleuls", city: "Paris", zip: "75018", country: "France",
			phone: "+33 1 55 55 01 14", lat: "48.8867", lng: "2.3431", zone: "Europe/Paris", french: true, image: 9,
		},
		{
			name: "Atelier du Canal", address: "88 quai de Valmy", city: "Paris", zip: "75010", country: "France",
			lat: "48.8735", lng: "2.3638", zone: "Europe/Paris", french: true,
		},
		{
			name: "Théâtre de la Croix", address: "3 place de la Croix", city: "Lyon", zip: "69004", country: "France",
			phone: "+33 4 55 55 01 03", lat: "45.7746", lng: "4.8277", zone: "Europe/Paris", french: true, image: 10,
		},
		{
			name: "Médiathèque du Vieux-Port", address: "21 quai du Port", city: "Marseille", zip: "13002", country: "France",
			lat: "43.2964", lng: "5.3700", zone: "Europe/Paris", french: true,
		},
		{
			name: "Maison de la Culture du Plateau", address: "465 avenue du Mont-Royal Est", city: "Montréal",
			province: "Québec", zip: "H2J 1W3", country: "Canada", phone: "+1 514 555 0146", lat: "45.5247", lng: "-73.5817",
			zone: "America/Toronto", french: true,
		},
		{
			name: "Halle Saint-Géry Annexe", address: "12 rue du Marché", city: "Bruxelles", zip: "1000", country: "Belgium",
			lat: "50.8480", lng: "4.3475", zone: "Europe/Brussels", french: true,
		},
		{
			name: "Pavillon du Lac", address: "9 quai du Mont-Blanc", city: "Genève", zip: "1201", country: "Switzerland",
			phone: "+41 22 555 01 09", lat: "46.2103", lng: "6.1506", zone: "Europe/Zurich", french: true, image: 11,
		},
		{
			name: "Jardin partagé des Lilas", address: "2 sentier des Lilas", city: "Nantes", zip: "44000", country: "France",
			zone: "Europe/Paris", french: true,
		},
	}
}

// host is an organizer.
type host struct {
	name, phone, email, about string
	french                    bool
}

// hosts are the organizers.
func hosts() []host {
	return []host{
		{
			name: "Riverside Arts Council", phone: "+1 518 555 0101", email: "hello@riverside-arts.example",
			about: "Volunteers who bring music and theater to the river.",
		},
		{
			name: "Maple Street Friends of the Library", email: "friends@maple-library.example",
			about: "Readings, clubs and the yearly book sale.",
		},
		{
			name: "Gophers & Crabs Meetup", email: "organizers@gophers-crabs.example",
			about: "Programmers who like to talk about tools.",
		},
		{
			name: "Northgate Gardeners", phone: "+1 518 555 0177", email: "dig@northgate-gardeners.example",
			about: "A garden for everybody north of the gate.",
		},
		{name: "Blue Door Jazz", email: "bookings@bluedoor.example", about: "Small bands, low ceilings."},
		{
			name: "Open Kitchen Collective", phone: "+44 117 496 0150", email: "cook@open-kitchen.example",
			about: "Cooking classes and long tables.",
		},
		{name: "City Runners", email: "run@city-runners.example", about: "We run twice a week, at every pace."},
		{name: "Parents' Forum", email: "forum@parents.example", about: "Afternoons for families."},
		{name: "Shutter Club", email: "hello@shutter-club.example", about: "Photographers, beginners included."},
		{
			name: "Harbour Film Society", phone: "+1 416 555 0118", email: "films@harbour-film.example",
			about: "One old film and one new film every month.",
		},
		{
			name: "Association des Tilleuls", phone: "+33 1 55 55 01 20", email: "bonjour@tilleuls.example",
			about: "Une association de quartier ouverte à tous.", french: true,
		},
		{
			name: "Les Mardis du Livre", email: "contact@mardis-du-livre.example",
			about: "Rencontres avec des auteurs, chaque mardi.", french: true,
		},
		{
			name: "Collectif Éphémère", email: "collectif@ephemere.example", about: "Théâtre, danse et installations.",
			french: true,
		},
		{
			name: "Ateliers du Canal", phone: "+33 1 55 55 01 88", email: "ateliers@canal.example",
			about: "Cours de cuisine, de poterie et de reliure.", french: true,
		},
		{name: "Jazz sur Lac", email: "scene@jazz-sur-lac.example", about: "Des concerts au bord de l'eau.", french: true},
	}
}
