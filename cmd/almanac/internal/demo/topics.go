package demo

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

	color string // Of the first categories alone, for those below them too.
}

// topics is the tree of categories, three levels deep.
func topics() []topic {
	return []topic{
		{
			name: phrase{"Music", "Musique"}, about: phrase{"Concerts and sessions", "Concerts et sessions"}, color: "#7c3aed",
			below: []topic{
				{name: phrase{"Jazz", "Jazz et blues"}, below: []topic{
					{name: phrase{"Swing", "Swing et bal"}},
				}},
				{
					name:  phrase{"Classical", "Musique classique"},
					below: []topic{{name: phrase{"Chamber music", "Quatuors et trios"}}},
				},
				{name: phrase{"Folk & World", "Musiques du monde"}},
			},
		},
		{
			name: phrase{"Arts", "Arts"}, about: phrase{"Exhibitions, film and theater", "Expositions, cinéma et théâtre"},
			color: "#be185d", below: []topic{
				{name: phrase{"Theater", "Théâtre"}, below: []topic{{name: phrase{"Comedy", "Comédie"}}}},
				{name: phrase{"Film", "Cinéma"}},
				{name: phrase{"Exhibitions", "Expositions"}, below: []topic{{name: phrase{"Photography", "Photographie"}}}},
				{name: phrase{"Books", "Livres"}},
			},
		},
		{
			name: phrase{"Learning", "Apprendre"}, about: phrase{
				"Courses, talks and workshops", "Cours, conférences et ateliers",
			}, color: "#0369a1",
			below: []topic{
				{name: phrase{"Technology", "Technologie"}, below: []topic{{name: phrase{"Programming", "Programmation"}}}},
				{name: phrase{"Crafts", "Artisanat"}},
				{name: phrase{"Cooking", "Cuisine"}},
			},
		},
		{
			name:  phrase{"Community", "Vie de quartier"},
			about: phrase{"Get-togethers and volunteering", "Rencontres et bénévolat"},
			color: "#15803d",
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
		{"all ages", "tout public"},
		{"bilingual", "bilingue"},
		{"dance", "danse"},
		{"drop-in", "entrée libre"},
		{"food & drink", "à boire et à manger"},
		{"for beginners", "débutants"},
		{"for kids", "enfants"},
		{"indoors", "en salle"},
		{"live", "en direct"},
		{"open source", "logiciel libre"},
		{"outdoors", "plein air"},
		{"premiere", "première"},
		{"registration required", "sur inscription"},
		{"talk", "conférence"},
		{"wheelchair accessible", "accessible en fauteuil"},
		{"workshop", "atelier"},
	}
}
