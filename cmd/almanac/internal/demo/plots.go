package demo

import (
	"slices"
	"time"
)

// plot is a kind of event that takes place again and again, from which events are drawn.
type plot struct {
	title phrase // "%s" stands for one of the subjects.
	about phrase // HTML; "%s" as in the title.

	topic string   // English name of the category.
	also  string   // English name of a second category, "" for none.
	tags  []string // English names.
	kinds []string // Kinds of its places.
	hosts []string // One of them in each language.
	draws string   // The picture.

	weekdays []time.Weekday // On which it begins.
	hour     float64        // Of the start, local time.
	hours    float64        // How long it lasts; 0 for whole days.
	days     int            // Whole days; 0 means 1.
	evenings int            // In a row, which are a series; 0 for a single event.
	costs    []any          // One of these is drawn; nil is a cost that nobody knows.
	tickets  bool           // Whether a shop on the web sells tickets.
	often    int            // How often it is drawn, compared with the others.

	subjects []phrase
}

// dates returns how many events a showing of the plot is.
func (p plot) dates() int { return max(p.evenings, 1) }

// free is a cost.
const free = "Free"

// Weekdays of plots.
var (
	sundays   = []time.Weekday{time.Sunday}
	saturdays = []time.Weekday{time.Saturday}
	evenings  = []time.Weekday{time.Thursday, time.Friday, time.Saturday}
)

// plots are the kinds of events.
func plots() []plot {
	return slices.Concat(musicPlots(), artPlots(), learningPlots(), communityPlots())
}

// musicPlots are concerts and dances.
func musicPlots() []plot {
	music := []string{"Port Laurier Jazz Society", "Les Amis de la musique"}
	return []plot{
		{
			title: phrase{"Live jazz: %s", "Jazz au café : %s"}, topic: "Jazz", tags: []string{"live", "food & drink"},
			kinds: []string{"club"}, hosts: music, draws: "record",
			weekdays: []time.Weekday{time.Thursday, time.Saturday}, hour: 20, hours: 3, often: 6,
			costs: []any{"$15", "$18.50", []any{"$12", "$20"}, free}, tickets: true,
			about: phrase{
				"<p>Two sets by <strong>%s</strong>, with a long break between them. Doors open an hour before; the kitchen " +
					"is open until ten.</p>",
				"<p>Deux sets de <strong>%s</strong>, avec un long entracte. Ouverture des portes une heure avant ; cuisine " +
					"jusqu'à 22 h.</p>",
			},
			subjects: []phrase{
				{"The Night Shift Quartet", "le Quatuor de minuit"},
				{"Odile Marchand Trio", "Odile Marchand Trio"},
				{"Slow Trains", "Trains de nuit"},
				{"Benny & the Brushes", "Benny & les Balais"},
			},
		},
		{
			title: phrase{"Swing night: %s", "Soirée swing : %s"}, topic: "Swing", also: "Jazz",
			tags: []string{"dance", "for beginners"}, kinds: []string{"hall"}, hosts: music, draws: "dance",
			weekdays: []time.Weekday{time.Friday}, hour: 19, hours: 4, costs: []any{"$8", "$10"}, often: 2,
			about: phrase{
				"<p>Learn the steps at seven, dance until eleven. Tonight: %s.</p><ul><li>No partner needed</li>" +
					"<li>Soft shoes, please</li></ul>",
				"<p>On apprend les pas à 19 h, on danse jusqu'à 23 h. Ce soir : %s.</p><ul><li>Sans partenaire</li>" +
					"<li>Chaussures souples</li></ul>",
			},
			subjects: []phrase{{"Lindy Hop", "le lindy hop"}, {"Balboa", "le balboa"}, {"Charleston", "le charleston"}},
		},
		{
			title: phrase{"Chamber music: %s", "Quatuors et trios : %s"}, topic: "Chamber music",
			tags:  []string{"live", "indoors"},
			kinds: []string{"hall"}, hosts: music, draws: "strings", weekdays: sundays, hour: 17, hours: 1.5, often: 3,
			costs: []any{"$22", []any{"$12", "$25"}}, tickets: true,
			about: phrase{
				"<p>Ninety minutes of chamber music: %s. With members of the regional orchestra.</p>",
				"<p>Une heure et demie avec %s, par des musiciens de l'orchestre régional.</p>",
			},
			subjects: []phrase{
				{"Schubert", "Schubert"},
				{"Fanny Hensel", "Fanny Hensel"},
				{"Haydn and Bartók", "Haydn et Bartók"},
				{"two cellos", "deux violoncelles"},
			},
		},
		{
			title: phrase{"Open session: %s", "Session ouverte : %s"}, topic: "Folk & World",
			tags: []string{"live", "drop-in"}, kinds: []string{"club"}, hosts: music, draws: "waves",
			weekdays: []time.Weekday{time.Tuesday}, hour: 19.5, hours: 3, costs: []any{free}, often: 3,
			about: phrase{
				"<p>Bring an instrument, or just listen. We begin with %s.</p>",
				"<p>Venez avec un instrument, ou simplement pour écouter. On commence par %s.</p>",
			},
			subjects: []phrase{
				{"Irish reels", "les reels irlandais"},
				{"songs of the sea", "les chants de marins"},
				{"Acadian tunes", "les airs acadiens"},
			},
		},
	}
}

// artPlots are plays, films, exhibitions and readings.
func artPlots() []plot {
	stage := []string{"Tidewater Players", "La Troupe de la Marée"}
	return []plot{
		{
			title: phrase{"On stage: %s", "Sur scène : %s"}, topic: "Theater", tags: []string{"live", "premiere"},
			kinds: []string{"stage"}, hosts: stage, draws: "curtain", weekdays: []time.Weekday{time.Thursday},
			hour:  19.5,
			hours: 2.5, evenings: 3, costs: []any{[]any{"$15", "$30"}, "$25"}, tickets: true, often: 2,
			about: phrase{
				"<p>Three evenings of <em>%s</em> by the town’s own company.</p>",
				"<p>Trois soirées avec <em>%s</em>, par la troupe de la ville.</p>",
			},
			subjects: []phrase{
				{"The Cherry Orchard", "La Cerisaie"}, {"Twelfth Night", "La Nuit des rois"}, {"The Visit", "La Visite"},
			},
		},
		{
			title: phrase{"Stand-up: %s", "Humour : %s"}, topic: "Comedy", tags: []string{"live", "food & drink"},
			kinds: []string{"club"}, hosts: stage, draws: "mask", weekdays: []time.Weekday{time.Friday},
			hour: 21, hours: 2,
			costs: []any{"$10", "$14"}, tickets: true, often: 2,
			about: phrase{
				"<p>Five comedians, ten minutes each, one theme: %s.</p>",
				"<p>Cinq humoristes, dix minutes chacun, un thème : %s.</p>",
			},
			subjects: []phrase{{"first jobs", "le premier emploi"}, {"neighbors", "les voisins"}, {"the weather", "la météo"}},
		},
		{
			title: phrase{"Film: %s", "Film : %s"}, topic: "Film", tags: []string{"indoors", "talk"},
			kinds: []string{"cinema"},
			hosts: []string{"Strand Film Society", "Ciné-club Lumière"}, draws: "film",
			weekdays: []time.Weekday{time.Tuesday, time.Wednesday}, hour: 20, hours: 2, costs: []any{"$6.50", "$7"},
			often: 5,
			about: phrase{
				"<p>We show <em>%s</em> in the original language, and talk about it afterward.</p>",
				"<p>Projection de <em>%s</em> en version originale, suivie d'une discussion.</p>",
			},
			subjects: []phrase{
				{"The Passion of Joan of Arc", "La Passion de Jeanne d'Arc"},
				{"Tokyo Story", "Voyage à Tokyo"},
				{"Playtime", "Playtime"},
				{"Daughters of the Dust", "Filles de la poussière"},
			},
		},
		{
			title: phrase{"Exhibition: %s", "Exposition : %s"}, topic: "Exhibitions", tags: []string{"drop-in", "indoors"},
			kinds: []string{"gallery"}, hosts: []string{"Town of Port Laurier", "Les Ateliers du quai"}, draws: "frames",
			weekdays: saturdays, days: 16, costs: []any{free, "$5", nil}, often: 1,
			about: phrase{
				"<p>%s, in forty works. Open from 10 am to 5 pm, closed on Mondays.</p>",
				"<p>%s, en 40 œuvres. Ouvert de 10 h à 17 h, fermé le lundi.</p>",
			},
			subjects: []phrase{
				{"Paper cities", "Villes de papier"},
				{"A century of posters", "Un siècle d'affiches"},
				{"Salt, wood, wool", "Sel, bois, laine"},
			},
		},
		{
			title: phrase{"Photo walk: %s", "Balade photo : %s"}, topic: "Photography",
			tags:  []string{"outdoors", "for beginners"},
			kinds: []string{"park", "square"}, hosts: []string{"Makers’ Guild", "Les Ateliers du quai"}, draws: "lens",
			weekdays: saturdays, hour: 9, hours: 3, costs: []any{free, "$5"}, often: 2,
			about: phrase{
				"<p>We walk slowly and look closely. Theme: %s. Any camera will do.</p>",
				"<p>On marche lentement et on regarde bien. Thème : %s. Tout équipement convient.</p>",
			},
			subjects: []phrase{{"doors", "les portes"}, {"reflections", "les reflets"}, {"early light", "la lumière du matin"}},
		},
		{
			title: phrase{"Author talk: %s", "Rencontre : %s"}, topic: "Books",
			tags:  []string{"talk", "wheelchair accessible"},
			kinds: []string{"library"}, hosts: []string{"Friends of the Library", "Les Mardis du livre"}, draws: "books",
			weekdays: []time.Weekday{time.Tuesday, time.Thursday}, hour: 19, hours: 1.5, costs: []any{free, "$5"}, often: 2,
			about: phrase{
				"<p>%s reads from a new book and answers questions.</p><blockquote>“A page is a small room.”</blockquote>",
				"<p>%s lit des pages de son nouveau livre et répond aux questions.</p><blockquote>« Une page est une petite " +
					"pièce. »</blockquote>",
			},
			subjects: []phrase{
				{"Imani Okafor", "Imani Okafor"},
				{"Paul Lindqvist", "Paul Lindqvist"},
				{"Claire Aubertin", "Claire Aubertin"},
				{"Tomás Rey", "Tomás Rey"},
			},
		},
	}
}

// learningPlots are talks, workshops and courses.
func learningPlots() []plot {
	makers := []string{"Makers’ Guild", "Les Ateliers du quai"}
	return []plot{
		{
			title: phrase{"Meetup: %s", "Rencontre technique : %s"}, topic: "Programming",
			tags: []string{"talk", "open source", "food & drink"}, kinds: []string{"school"},
			hosts: []string{"Tech Port Laurier"}, draws: "tiles", weekdays: []time.Weekday{time.Wednesday},
			hour: 18, hours: 2.5,
			costs: []any{free}, often: 2,
			about: phrase{
				"<p>Two talks about %s, then pizza.</p><p>Want to speak? Email the organizers.</p>",
				"<p>Deux exposés sur %s, puis des pizzas.</p><p>Pour intervenir, écrivez aux organisateurs.</p>",
			},
			subjects: []phrase{
				{"databases that fit in a file", "les bases de données dans un fichier"},
				{"fuzzing", "le fuzzing"},
				{"APIs people like", "les API que l'on aime"},
				{"debugging <generated> code", "le débogage de code <généré>"},
			},
		},
		{
			title: phrase{"Conference: %s", "Colloque : %s"}, topic: "Technology",
			tags: []string{"talk", "registration required"}, kinds: []string{"school"},
			hosts: []string{"Tech Port Laurier"},
			draws: "rings", weekdays: []time.Weekday{time.Friday}, days: 2, costs: []any{[]any{"$60", "$95", "$120"}},
			tickets: true, often: 1,
			about: phrase{
				"<p>Two days, two tracks: %s.</p><p><a href=\"https://conference.example/program\">Program</a></p>",
				"<p>Deux jours, deux salles : %s.</p><p><a href=\"https://conference.example/programme\">Programme</a></p>",
			},
			subjects: []phrase{{"Small Tools", "petits outils"}, {"Civic Data", "données citoyennes"}},
		},
		{
			title: phrase{"Workshop: %s", "Atelier : %s"}, topic: "Crafts",
			tags: []string{"workshop", "for beginners", "registration required"}, kinds: []string{"workshop"},
			hosts: makers,
			draws: "pots", weekdays: saturdays, hour: 10, hours: 5, costs: []any{"$45", "$60"}, tickets: true, often: 4,
			about: phrase{
				"<p>A day of %s for beginners. Tools and materials are provided; bring lunch.</p>",
				"<p>Une journée de %s pour débutants. Outils et matériel sur place ; apportez votre repas.</p>",
			},
			subjects: []phrase{
				{"bookbinding", "reliure"},
				{"pottery", "poterie"},
				{"weaving", "tissage"},
				{"spoon carving", "sculpture de cuillères"},
			},
		},
		{
			title: phrase{"Cooking class: %s", "Cours de cuisine : %s"}, topic: "Cooking",
			tags: []string{"workshop", "food & drink", "registration required"}, kinds: []string{"workshop"},
			hosts: makers,
			draws: "bowls", weekdays: []time.Weekday{time.Monday, time.Wednesday}, hour: 17.5, hours: 3,
			costs: []any{"$38", "$35"}, tickets: true, often: 3,
			about: phrase{
				"<p>We cook %s together and eat at one table.</p>", "<p>On prépare ensemble %s, puis on passe à table.</p>",
			},
			subjects: []phrase{
				{"dumplings", "des raviolis"},
				{"Sunday bread", "le pain du dimanche"},
				{"a vegetable feast", "un festin de légumes"},
				{"chowder", "une chaudrée de fruits de mer"},
			},
		},
	}
}

// communityPlots are what people of the town do together.
func communityPlots() []plot {
	city := []string{"Town of Port Laurier"}
	return []plot{
		{
			title: phrase{"Story time: %s", "L'heure du conte : %s"}, topic: "Family",
			tags: []string{"for kids", "drop-in", "wheelchair accessible"}, kinds: []string{"library"},
			hosts: []string{"Friends of the Library", "Les Mardis du livre"}, draws: "balloons",
			weekdays: []time.Weekday{time.Wednesday, time.Saturday}, hour: 10.5, hours: 1, costs: []any{free}, often: 5,
			about: phrase{
				"<p>%s: stories for children ages three and up, and their grown-ups.</p>",
				"<p>%s : des histoires pour les enfants dès trois ans, avec leurs grands.</p>",
			},
			subjects: []phrase{
				{"Whales and boats", "Baleines et bateaux"},
				{"Bears in the snow", "Des ours dans la neige"},
				{"Under the table", "Sous la table"},
			},
		},
		{
			title: phrase{"Garden day: %s", "Au jardin : %s"}, topic: "Gardens", tags: []string{"outdoors", "all ages"},
			kinds: []string{"park"}, hosts: []string{"Jardins partagés", "Town of Port Laurier"}, draws: "trees",
			weekdays: sundays, days: 1, costs: []any{free, nil}, often: 2,
			about: phrase{"<p>%s. Gloves and tea are provided.</p>", "<p>%s. Gants et thé sur place.</p>"},
			subjects: []phrase{
				{"Planting trees", "Plantation d'arbres"},
				{"Seed swap", "Troc de graines"},
				{"Compost for everybody", "Le compost pour tous"},
			},
		},
		{
			title: phrase{"Sunday run: %s", "Course du dimanche : %s"}, topic: "Running", tags: []string{"outdoors", "all ages"},
			kinds: []string{"park"}, hosts: []string{"Harbor Runners"}, draws: "track",
			weekdays: sundays, hour: 8, hours: 1.5,
			costs: []any{free}, often: 5,
			about: phrase{"<p>%s, in three groups by pace.</p>", "<p>%s, en trois groupes selon l'allure.</p>"},
			subjects: []phrase{
				{"10 km along the water", "10 km au bord de l'eau"},
				{"Lighthouse hills", "Les côtes du phare"},
				{"5 km for beginners", "5 km pour débutants"},
			},
		},
		{
			title: phrase{"Farmers’ market: %s", "Marché fermier : %s"}, topic: "Markets",
			tags: []string{"outdoors", "food & drink", "all ages"}, kinds: []string{"square"},
			hosts: city, draws: "stalls",
			weekdays: saturdays, hour: 8, hours: 5, costs: []any{free}, often: 5,
			about: phrase{
				"<p>From twenty local farms: %s. Rain or shine.</p>",
				"<p>De vingt fermes de la région : %s. Par tous les temps.</p>",
			},
			subjects: []phrase{
				{"bread and cheese", "pain et fromage"},
				{"apples and cider", "pommes et cidre"},
				{"greens and honey", "légumes et miel"},
			},
		},
		{
			title: phrase{"Festival: %s", "Festival : %s"}, topic: "Community", also: "Folk & World",
			tags: []string{"outdoors", "all ages", "bilingual"}, kinds: []string{"square", "park"}, hosts: city,
			draws: "lighthouse", weekdays: []time.Weekday{time.Friday}, days: 3, costs: []any{free, "$20"}, often: 1,
			about: phrase{
				"<p>%s: three days of music, food and boats around the harbor.</p>",
				"<p>%s : trois jours de musique, de cuisine et de bateaux autour du port.</p>",
			},
			subjects: []phrase{{"Tide and Light", "Marées et lumières"}, {"Harbor Days", "Les Fêtes du port"}},
		},
	}
}

// tour is what a company of the town plays elsewhere.
func tour() plot {
	return plot{
		title: phrase{"Tidewater Players on tour: %s", "La Troupe en tournée : %s"}, topic: "Theater",
		tags: []string{"live"}, kinds: []string{"tour"}, hosts: []string{"Tidewater Players"}, draws: "curtain",
		weekdays: evenings, hour: 19.5, hours: 2.5, costs: []any{[]any{"$20", "$35"}}, tickets: true,
		about: phrase{
			"<p>The company performs <em>%s</em> in Toronto, for one night only.</p>",
			"<p>La troupe joue <em>%s</em> à Toronto, un soir seulement.</p>",
		},
		subjects: []phrase{{"Twelfth Night", "La Nuit des rois"}},
	}
}
