package demo

import "slices"

// plot is a sort of event, from which events are drawn.
type plot struct {
	title phrase // "%s" stands for one of the subjects.
	about phrase // HTML; "%s" as in the title.
	topic string // English name of the category.
	hour  int    // Of the start, local time.
	hours int    // How long it lasts; 0 for whole days.
	days  int    // Whole days, or days of several evenings.
	costs []any  // One of these is drawn; nil is a cost that nobody knows.

	subjects []phrase
}

// plots are the sorts of events.
func plots() []plot {
	return slices.Concat(musicPlots(), artPlots(), learningPlots(), communityPlots())
}

// musicPlots are concerts and dances.
func musicPlots() []plot {
	return []plot{
		{
			title: phrase{"%s at the Blue Door", "%s en concert"}, topic: "Jazz", hour: 20, hours: 3,
			costs: []any{"$15", "$18.50", []any{"$12", "$20"}, "10€"},
			about: phrase{
				"<p>Two sets by <strong>%s</strong>, with a long break between them. Doors open an hour before.</p>",
				"<p>Deux sets de <strong>%s</strong>, avec un long entracte. Ouverture des portes une heure avant.</p>",
			},
			subjects: []phrase{
				{"The Night Shift Quartet", "Le Quatuor de minuit"},
				{"Odile Marchand Trio", "Odile Marchand Trio"},
				{"Slow Trains", "Trains de nuit"},
				{"Benny & the Brushes", "Benny & les Balais"},
			},
		},
		{
			title: phrase{"Swing night: %s", "Soirée swing : %s"}, topic: "Swing", hour: 19, hours: 4,
			costs: []any{"8", "Free", "10"},
			about: phrase{
				"<p>Learn the steps at seven, dance until eleven. Tonight: %s.</p><ul><li>No partner " +
					"needed</li><li>Soft shoes, please</li></ul>",
				"<p>On apprend les pas à 19 h, on danse jusqu'à 23 h. Ce soir : %s.</p><ul><li>Sans " +
					"partenaire</li><li>Chaussures souples</li></ul>",
			},
			subjects: []phrase{{"Lindy Hop", "le lindy hop"}, {"Balboa", "le balboa"}, {"Charleston", "le charleston"}},
		},
		{
			title: phrase{"Chamber music: %s", "Quatuors et trios : %s"}, topic: "Chamber music", hour: 18, hours: 2,
			costs: []any{"$22", []any{"$0", "$12", "$25"}, "€18"},
			about: phrase{
				"<p>An hour and a half with %s, played by members of the city orchestra.</p>",
				"<p>Une heure et demie avec %s, par des musiciens de l'orchestre de la ville.</p>",
			},
			subjects: []phrase{
				{"Schubert", "Schubert"},
				{"Fanny Hensel", "Fanny Hensel"},
				{"Ravel & Debussy", "Ravel & Debussy"},
				{"Dvořák", "Dvořák"},
			},
		},
		{
			title: phrase{"Folk session: %s", "Session folk : %s"}, topic: "Folk & World", hour: 20, hours: 3,
			costs: []any{"Free", "Donation"},
			about: phrase{
				"<p>Bring an instrument, or just listen. We begin with %s.</p>",
				"<p>Venez avec un instrument, ou simplement pour écouter. On commence par %s.</p>",
			},
			subjects: []phrase{
				{"Irish reels", "les reels irlandais"},
				{"Songs of the sea", "les chants de marins"},
				{"Balkan brass", "les cuivres des Balkans"},
			},
		},
	}
}

// artPlots are plays, films, exhibitions and readings.
func artPlots() []plot {
	return []plot{
		{
			title: phrase{"On stage: %s", "Sur scène : %s"}, topic: "Theater", hour: 19, hours: 2, days: 3,
			costs: []any{[]any{"$15", "$30"}, "$25", "12€"},
			about: phrase{
				"<p>Three evenings of <em>%s</em> by the neighbourhood company.</p>",
				"<p>Trois soirées avec <em>%s</em>, par la troupe du quartier.</p>",
			},
			subjects: []phrase{
				{"The Cherry Orchard", "La Cerisaie"}, {"Twelfth Night", "La Nuit des rois"}, {"The Visit", "La Visite"},
			},
		},
		{
			title: phrase{"Stand-up: %s", "Stand-up : %s"}, topic: "Comedy", hour: 21, hours: 2, costs: []any{"$10", "$14"},
			about: phrase{
				"<p>Five comedians, ten minutes each, one theme: %s.</p>",
				"<p>Cinq humoristes, dix minutes chacun, un thème : %s.</p>",
			},
			subjects: []phrase{{"first jobs", "le premier emploi"}, {"neighbors", "les voisins"}, {"the weather", "la météo"}},
		},
		{
			title: phrase{"Film: %s", "Film : %s"}, topic: "Film", hour: 20, hours: 2, costs: []any{"$6.50", "7", "6,50 €"},
			about: phrase{
				"<p>We show <em>%s</em> in the original language, and talk about it afterwards.</p>",
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
			title: phrase{"Exhibition: %s", "Exposition : %s"}, topic: "Exhibitions", days: 21, costs: []any{"Free", "$5", nil},
			about: phrase{"<p>%s, in forty works. Closed on Mondays.</p>", "<p>%s, en 40 œuvres. Fermé le lundi.</p>"},
			subjects: []phrase{
				{"Paper cities", "Villes de papier"},
				{"A century of posters", "Un siècle d'affiches"},
				{"Salt, wood, wool", "Sel, bois, laine"},
			},
		},
		{
			title: phrase{"Photo walk: %s", "Balade photo : %s"}, topic: "Photography", hour: 9, hours: 3,
			costs: []any{"Free", "5"},
			about: phrase{
				"<p>We walk slowly and look closely. Theme: %s. Any camera will do.</p>",
				"<p>On marche lentement et on regarde bien. Thème : %s. Tout équipement convient.</p>",
			},
			subjects: []phrase{{"doors", "les portes"}, {"reflections", "les reflets"}, {"early light", "la lumière du matin"}},
		},
		{
			title: phrase{"Author evening: %s", "Rencontre : %s"}, topic: "Books", hour: 19, hours: 2,
			costs: []any{"Free", nil, "$5"},
			about: phrase{
				"<p>%s reads from a new book and answers questions.</p><blockquote>“A page is a small " +
					"room.”</blockquote>",
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
	return []plot{
		{
			title: phrase{"Meetup: %s", "Rencontre technique : %s"}, topic: "Programming", hour: 18, hours: 3,
			costs: []any{"Free"},
			about: phrase{
				"<p>Two talks about %s, then pizza.</p><p>Speakers are welcome: write to the organizers.</p>",
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
			title: phrase{"Conference: %s", "Colloque : %s"}, topic: "Technology", days: 2,
			costs: []any{[]any{"$120", "$180", "$240"}, "$95"},
			about: phrase{
				"<p>Two days, two tracks: %s.</p><p><a href=\"https://conference.example/program\">Program</a></p>",
				"<p>Deux jours, deux salles : %s.</p><p><a href=\"https://conference.example/programme\">Programme</a></p>",
			},
			subjects: []phrase{{"Small Tools", "petits outils"}, {"Civic Data", "données citoyennes"}},
		},
		{
			title: phrase{"Workshop: %s", "Atelier : %s"}, topic: "Crafts", hour: 10, hours: 5,
			costs: []any{"$45", "$60", "40€"},
			about: phrase{
				"<p>A day of %s for beginners. Tools and material are there; bring lunch.</p>",
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
			title: phrase{"Cooking class: %s", "Cours de cuisine : %s"}, topic: "Cooking", hour: 17, hours: 3,
			costs: []any{"$38", "£25", "35€"},
			about: phrase{
				"<p>We cook %s together and eat at one table.</p>", "<p>On prépare ensemble %s, puis on passe à table.</p>",
			},
			subjects: []phrase{
				{"dumplings", "des raviolis"},
				{"Sunday bread", "le pain du dimanche"},
				{"a vegetable feast", "un festin de légumes"},
			},
		},
	}
}

// communityPlots are what neighbours do together.
func communityPlots() []plot {
	return []plot{
		{
			title: phrase{"Family afternoon: %s", "Après-midi en famille : %s"}, topic: "Family", hour: 14, hours: 3,
			costs: []any{"Free", "3"},
			about: phrase{
				"<p>%s for children from four years on, with their grown-ups.</p>",
				"<p>%s pour les enfants dès quatre ans, avec leurs grands.</p>",
			},
			subjects: []phrase{
				{"Puppet theater", "Marionnettes"},
				{"Kite building", "Fabrique de cerfs-volants"},
				{"Story circle", "Cercle de contes"},
			},
		},
		{
			title: phrase{"Garden day: %s", "Au jardin : %s"}, topic: "Gardens", days: 1, costs: []any{"Free", nil},
			about: phrase{"<p>%s. Gloves and tea are provided.</p>", "<p>%s. Gants et thé sur place.</p>"},
			subjects: []phrase{
				{"Planting trees", "Plantation d'arbres"},
				{"Seed swap", "Troc de graines"},
				{"Compost for everybody", "Le compost pour tous"},
			},
		},
		{
			title: phrase{"Sunday run: %s", "Course du dimanche : %s"}, topic: "Running", hour: 8, hours: 2,
			costs: []any{"Free"},
			about: phrase{"<p>%s, in three groups by pace.</p>", "<p>%s, en trois groupes selon l'allure.</p>"},
			subjects: []phrase{
				{"10 km along the water", "10 km au bord de l'eau"},
				{"Hills", "Les collines"},
				{"5 km for beginners", "5 km pour débutants"},
			},
		},
		{
			title: phrase{"Market: %s", "Marché : %s"}, topic: "Markets", hour: 9, hours: 6, days: 2, costs: []any{"Free", nil},
			about: phrase{"<p>%s, two days, rain or shine.</p>", "<p>%s, deux jours, par tous les temps.</p>"},
			subjects: []phrase{
				{"Flea market", "Brocante"}, {"Farmers' market", "Producteurs locaux"}, {"Winter market", "Marché d'hiver"},
			},
		},
	}
}
