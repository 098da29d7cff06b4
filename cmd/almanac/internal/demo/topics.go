package demo

import "slices"

// phrase is a text in English and in French.
type phrase struct{ en, fr string }

// in returns the text in a language; languages that have none get English.
func (p phrase) in(language string) string {
	if language == french {
		return p.fr
	}
	return p.en
}

// topic is a category with those below it.
type topic struct {
	name  phrase
	about phrase
	below []topic

	// Of the first categories alone, for those below them too.
	color  string
	draws  string // What their posters show, which names the files.
	poster phrase // The same for those who do not see it.
}

// has reports whether a category or one below it has an English name.
func (t topic) has(name string) bool {
	return t.name.en == name || slices.ContainsFunc(t.below, func(below topic) bool { return below.has(name) })
}

// topics is the tree of categories, three levels deep.
func topics() []topic {
	return []topic{
		{
			name: phrase{"Music", "Musique"}, about: phrase{"Concerts and sessions", "Concerts et sessions"}, color: "#7c3aed",
			draws:  "records",
			poster: phrase{"Poster: a record and a musical note", "Affiche : un disque et une note de musique"}, below: []topic{
				{name: phrase{"Jazz", "Jazz et blues"}, below: []topic{
					{name: phrase{"Swing", "Swing et bal"}},
					{name: phrase{"Free improvisation", "Improvisation libre"}},
				}},
				{
					name:  phrase{"Classical", "Musique classique"},
					below: []topic{{name: phrase{"Chamber music", "Quatuors et trios"}}},
				},
				{name: phrase{"Folk & World", "Musiques du monde"}},
			},
		},
		{
			name: phrase{"Arts", "Arts"}, about: phrase{"What is shown and played", "Ce qui se joue et s'expose"},
			color: "#be185d", draws: "peaks",
			poster: phrase{"Poster: two peaks below the sun", "Affiche : deux sommets sous le soleil"}, below: []topic{
				{name: phrase{"Theater", "Théâtre"}, below: []topic{{name: phrase{"Comedy", "Comédie"}}}},
				{name: phrase{"Film", "Cinéma"}},
				{name: phrase{"Exhibitions", "Expositions"}, below: []topic{{name: phrase{"Photography", "Photographie"}}}},
				{name: phrase{"Books", "Livres"}},
			},
		},
		{
			name: phrase{"Learning", "Apprendre"}, about: phrase{
				"Courses, talks and workshops", "Cours, conférences et ateliers",
			}, color: "#0369a1", draws: "squares",
			poster: phrase{"Poster: squares and circles in rows", "Affiche : des rangées de carrés et de cercles"},
			below: []topic{
				{name: phrase{"Technology", "Technologie"}, below: []topic{{name: phrase{"Programming", "Programmation"}}}},
				{name: phrase{"Crafts", "Artisanat"}},
				{name: phrase{"Cooking", "Cuisine"}},
			},
		},
		{
			name: phrase{"Community", "Vie de quartier"}, about: phrase{"Neighbours meet", "Entre voisins"}, color: "#15803d",
			draws:  "hills",
			poster: phrase{"Poster: trees on hills below the sun", "Affiche : des arbres sur des collines, sous le soleil"},
			below: []topic{
				{name: phrase{"Family", "En famille"}},
				{name: phrase{"Gardens", "Jardins"}},
				{name: phrase{"Sports", "Sports"}, below: []topic{{name: phrase{"Running", "Course à pied"}}}},
				{name: phrase{"Markets", "Marchés"}},
			},
		},
	}
}

// labels are the tags.
func labels() []phrase {
	return []phrase{
		{"outdoors", "plein air"},
		{"indoors", "en salle"},
		{"beginners", "débutants"},
		{"all ages", "tout public"},
		{"kids", "enfants"},
		{"evening", "soirée"},
		{"weekend", "week-end"},
		{"live", "en direct"},
		{"workshop", "atelier"},
		{"talk", "conférence"},
		{"food", "gastronomie"},
		{"wheelchair accessible", "accessible en fauteuil"},
		{"bring a friend", "entre amis"},
		{"registration required", "sur inscription"},
		{"drop in", "entrée libre"},
		{"series", "cycle"},
		{"premiere", "première"},
		{"charity", "solidarité"},
		{"local", "du quartier"},
		{"international", "international"},
		{"dance", "danse"},
		{"spoken word", "poésie"},
		{"open source", "logiciel libre"},
		{"nature", "nature"},
		{"history", "histoire"},
		{"holiday", "fêtes"},
		{"bilingual", "bilingue"},
		{"quiet", "au calme"},
		{"vegetarian", "végétarien"},
		{"last call", "dernière séance"},
	}
}
