package demo

// motif is what a poster shows.
type motif struct {
	name  string // Of the file, and of the plots and places that have the poster.
	title phrase // In the library of pictures.
	alt   phrase // For people who cannot see it.
}

// motifs are what the posters show.
func motifs() []motif {
	return []motif{
		{
			name: "record", title: phrase{"Record", "Disque"},
			alt: phrase{"A record and a musical note", "Un disque et une note de musique"},
		},
		{
			name: "cups", title: phrase{"Cups", "Tasses"},
			alt: phrase{"Two steaming cups on a table", "Deux tasses fumantes sur une table"},
		},
		{
			name: "strings", title: phrase{"Strings", "Cordes"},
			alt: phrase{"A cello’s body and strings", "Les cordes et la caisse d'un violoncelle"},
		},
		{
			name: "waves", title: phrase{"Sound waves", "Ondes sonores"},
			alt: phrase{"Sound-wave bars", "Des barres qui montent et descendent comme un son"},
		},
		{
			name: "dance", title: phrase{"Dance", "Danse"},
			alt: phrase{"Colored lights above a dance floor", "Des lumières de couleur au-dessus d'une piste de danse"},
		},
		{
			name: "curtain", title: phrase{"Curtain", "Rideau"},
			alt: phrase{"Open stage curtains in a spotlight", "Un rideau de scène ouvert et un projecteur"},
		},
		{
			name: "mask", title: phrase{"Mask", "Masque"},
			alt: phrase{"A laughing mask", "Un masque qui rit"},
		},
		{
			name: "film", title: phrase{"Film", "Film"},
			alt: phrase{"A film reel and a strip of film", "Une bobine et une bande de film"},
		},
		{
			name: "frames", title: phrase{"Frames", "Cadres"},
			alt: phrase{"Three framed pictures on a wall", "Trois tableaux encadrés sur un mur"},
		},
		{
			name: "lens", title: phrase{"Lens", "Objectif"},
			alt: phrase{"A camera seen from the front", "Une caméra vue de face"},
		},
		{
			name: "books", title: phrase{"Books", "Livres"},
			alt: phrase{"A row of books on a shelf", "Des livres sur une étagère"},
		},
		{
			name: "tiles", title: phrase{"Tiles", "Carreaux"},
			alt: phrase{"Squares and circles in rows", "Des rangées de carrés et de cercles"},
		},
		{
			name: "rings", title: phrase{"Rings", "Anneaux"},
			alt: phrase{"Linked rings", "Des anneaux entrelacés"},
		},
		{
			name: "pots", title: phrase{"Pots", "Pots"},
			alt: phrase{"Three clay pots", "Trois pots en terre cuite"},
		},
		{
			name: "bowls", title: phrase{"Bowls", "Bols"},
			alt: phrase{"A bowl of soup with a spoon", "Un bol de soupe et une cuillère"},
		},
		{
			name: "balloons", title: phrase{"Balloons", "Ballons"},
			alt: phrase{"Balloons in the sky", "Des ballons dans le ciel"},
		},
		{
			name: "trees", title: phrase{"Trees", "Arbres"},
			alt: phrase{"Trees on hills below the sun", "Des arbres sur des collines, sous le soleil"},
		},
		{
			name: "track", title: phrase{"Track", "Piste"},
			alt: phrase{"A curve in a running track", "Le virage d'une piste de course"},
		},
		{
			name: "stalls", title: phrase{"Stalls", "Étals"},
			alt: phrase{"Market stalls with striped roofs", "Des étals de marché aux toits rayés"},
		},
		{
			name: "lighthouse", title: phrase{"Lighthouse", "Phare"},
			alt: phrase{"A lighthouse above the sea at night", "Un phare au-dessus de la mer, la nuit"},
		},
	}
}
