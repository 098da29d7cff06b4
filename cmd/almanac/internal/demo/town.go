package demo

// The records are those of Port Laurier, an imaginary harbor town where people speak
// English and French.
const (
	town     = "Port Laurier"
	province = "New Brunswick"
	country  = "Canada"
)

// TimeZone is that of the town.
const TimeZone = "America/Moncton"

// place is a venue.  Where the site speaks French, those with French names are records
// in French.
type place struct {
	name, address, zip string

	kind     string // What happens there, as plots name it.
	phone    string
	lat, lng string // Degrees.
	french   bool
	draws    string // The picture, "" for none.
	away     *away  // Where it is outside of the town.
}

// away is a place outside of the town, in a time zone of its own.
type away struct{ city, province, zone string }

// places are the venues: of each kind one with an English name and one with a French
// name, and those that a touring company plays at.
func places() []place {
	return []place{
		{
			name: "Capitol Theatre", address: "14 King Street", zip: "E4P 1A2", kind: "stage", phone: "+1 506 555 0120",
			lat: "46.2189", lng: "-64.5412", draws: "curtain",
		},
		{
			name: "Théâtre de la Marée", address: "3, rue du Quai", zip: "E4P 1C7", kind: "stage",
			phone: "+1 506 555 0103",
			lat:   "46.2214", lng: "-64.5388", french: true,
		},
		{
			name: "The Old Station", address: "90 Station Street", zip: "E4P 2B4", kind: "club", phone: "+1 506 555 0190",
			lat: "46.2172", lng: "-64.5461", draws: "record",
		},
		{
			name: "Café du Port", address: "21, quai des Pêcheurs", zip: "E4P 1C9", kind: "club",
			phone: "+1 506 555 0164",
			lat:   "46.2221", lng: "-64.5377", french: true, draws: "cups",
		},
		{
			name: "Riverside Hall", address: "120 River Road", zip: "E4P 3K1", kind: "hall", phone: "+1 506 555 0131",
			lat: "46.2143", lng: "-64.5504", draws: "strings",
		},
		{
			name: "Salle Sainte-Anne", address: "8, rue de l'Église", zip: "E4P 1E5", kind: "hall", lat: "46.2203",
			lng:    "-64.5429",
			french: true,
		},
		{
			name: "Strand Cinema", address: "33 Main Street", zip: "E4P 1A9", kind: "cinema", phone: "+1 506 555 0107",
			lat: "46.2184", lng: "-64.5440", draws: "film",
		},
		{
			name: "Cinéma Lumière", address: "52, rue Principale", zip: "E4P 1B3", kind: "cinema", lat: "46.2187",
			lng:    "-64.5452",
			french: true,
		},
		{
			name: "Port Laurier Public Library", address: "48 Maple Street", zip: "E4P 2H6", kind: "library",
			phone: "+1 506 555 0148", lat: "46.2158", lng: "-64.5419", draws: "books",
		},
		{
			name: "Bibliothèque de l'Acadie", address: "11, place de l'Acadie", zip: "E4P 1E8", kind: "library",
			phone: "+1 506 555 0149", lat: "46.2209", lng: "-64.5446", french: true,
		},
		{
			name: "Harbor Gallery", address: "5 Wharf Lane", zip: "E4P 1C2", kind: "gallery", lat: "46.2217",
			lng:   "-64.5399",
			draws: "frames",
		},
		{
			name: "Galerie du Phare", address: "2, chemin du Phare", zip: "E4P 4A1", kind: "gallery",
			lat: "46.2266", lng: "-64.5321",
			french: true,
		},
		{
			name: "Makers' Yard", address: "77 Iron Street", zip: "E4P 2B6", kind: "workshop", phone: "+1 506 555 0144",
			lat: "46.2168", lng: "-64.5470", draws: "pots",
		},
		{
			name: "Atelier des Voiles", address: "16, quai des Pêcheurs", zip: "E4P 1C9", kind: "workshop",
			lat: "46.2219",
			lng: "-64.5381", french: true,
		},
		{
			name: "Market Square", address: "Market Square", zip: "E4P 1A1", kind: "square", lat: "46.2191",
			lng:   "-64.5427",
			draws: "stalls",
		},
		{
			name: "Place de l'Acadie", address: "Place de l'Acadie", zip: "E4P 1E8", kind: "square", lat: "46.2208",
			lng: "-64.5444", french: true,
		},
		{
			name: "Lighthouse Park", address: "1 Lighthouse Road", zip: "E4P 4A3", kind: "park", lat: "46.2271",
			lng:   "-64.5310",
			draws: "lighthouse",
		},
		{
			name: "Jardin Évangéline", address: "30, rue des Lilas", zip: "E4P 2J4", kind: "park", lat: "46.2137",
			lng:    "-64.5433",
			french: true, draws: "trees",
		},
		{
			name: "Community College", address: "200 College Avenue", zip: "E4P 3M8", kind: "school",
			phone: "+1 506 555 0118",
			lat:   "46.2109", lng: "-64.5488", draws: "tiles",
		},
		{
			name: "Centre Beausoleil", address: "64, avenue Beausoleil", zip: "E4P 3N2", kind: "school", lat: "46.2121",
			lng: "-64.5397", french: true,
		},
		{
			name: "Lakeshore Stage", address: "31 Queens Quay", zip: "M5J 2G8", kind: "tour", lat: "43.6389",
			lng:  "-79.3817",
			away: &away{city: "Toronto", province: "Ontario", zone: "America/Toronto"},
		},
	}
}

// host is an organizer.
type host struct {
	name, phone, email, about string

	french bool
	draws  string // The picture, "" for none.
}

// hosts are the organizers.
func hosts() []host {
	return []host{
		{
			name: "Port Laurier Jazz Society", phone: "+1 506 555 0101", email: "bookings@laurier-jazz.example",
			about: "Small bands and late nights since 1987.", draws: "record",
		},
		{
			name: "Les Amis de la musique", email: "concerts@amis-musique.example",
			about: "Des quatuors, des trios et des soirées de danse, toute l'année.", french: true, draws: "strings",
		},
		{
			name: "Tidewater Players", phone: "+1 506 555 0177", email: "stage@tidewater-players.example",
			about: "The town's own theater company: four plays a year, and one on tour.", draws: "curtain",
		},
		{
			name: "La Troupe de la Marée", email: "bonjour@troupe-maree.example",
			about: "Théâtre et humour, en français, avec des comédiens de la région.", french: true,
		},
		{
			name: "Strand Film Society", phone: "+1 506 555 0119", email: "films@strand-society.example",
			about: "One classic and one new film every month.", draws: "film",
		},
		{
			name: "Ciné-club Lumière", email: "cineclub@lumiere.example",
			about:  "Des films en version originale, et on en parle après.",
			french: true,
		},
		{
			name: "Friends of the Library", email: "friends@laurier-library.example",
			about: "Readings, story time and the annual book sale.", draws: "books",
		},
		{
			name: "Les Mardis du livre", email: "contact@mardis-du-livre.example",
			about:  "Des rencontres avec des auteurs.",
			french: true,
		},
		{
			name: "Makers’ Guild", phone: "+1 506 555 0150", email: "learn@makers-guild.example",
			about: "Classes in pottery, weaving and cooking, for beginners too.", draws: "pots",
		},
		{
			name: "Les Ateliers du quai", email: "ateliers@quai.example",
			about:  "Cours de cuisine, de poterie et de reliure.",
			french: true,
		},
		{
			name: "Tech Port Laurier", email: "organizers@tech-laurier.example",
			about: "Programmers who like to show each other how things work.", draws: "tiles",
		},
		{
			name: "Harbor Runners", email: "run@harbor-runners.example", about: "We run every Sunday, at every pace.",
			draws: "track",
		},
		{
			name: "Town of Port Laurier", phone: "+1 506 555 0100", email: "events@port-laurier.example",
			about: "Markets, festivals and anything that closes a street.", draws: "lighthouse",
		},
		{
			name: "Jardins partagés", email: "jardins@partages.example", about: "Un jardin pour tout le monde.",
			french: true,
			draws:  "trees",
		},
	}
}
