package demo

import "image"

// motif is what a poster shows.
type motif struct {
	name  string // Of the file, and of the plots and places that have the poster.
	color string
	night bool   // Whether the ground is dark.
	title phrase // In the library of pictures.
	alt   phrase // For people who cannot see it.
	draw  func(c canvas)
}

// paint draws the poster: the same one each time.
func (m motif) paint() *image.RGBA {
	c := newCanvas(m.color, m.night)
	m.draw(c)
	return c.RGBA
}

// motifs are the posters, drawn on an area of 960 by 640.
func motifs() []motif {
	return []motif{
		{
			name: "record", color: "#7c3aed", night: true, title: phrase{"Record", "Disque"},
			alt: phrase{"A record and a musical note", "Un disque et une note de musique"}, draw: drawRecord,
		},
		{
			name: "cups", color: "#b45309", title: phrase{"Cups", "Tasses"},
			alt: phrase{"Two steaming cups on a table", "Deux tasses fumantes sur une table"}, draw: drawCups,
		},
		{
			name: "strings", color: "#7c3aed", title: phrase{"Strings", "Cordes"},
			alt:  phrase{"A cello’s body and strings", "Les cordes et la caisse d'un violoncelle"},
			draw: drawStrings,
		},
		{
			name: "waves", color: "#0e7490", title: phrase{"Sound waves", "Ondes sonores"},
			alt:  phrase{"Sound-wave bars", "Des barres qui montent et descendent comme un son"},
			draw: drawWaves,
		},
		{
			name: "dance", color: "#c026d3", title: phrase{"Dance", "Danse"},
			alt:  phrase{"Colored lights above a dance floor", "Des lumières de couleur au-dessus d'une piste de danse"},
			draw: drawDance, night: true,
		},
		{
			name: "curtain", color: "#be123c", title: phrase{"Curtain", "Rideau"},
			alt:  phrase{"Open stage curtains in a spotlight", "Un rideau de scène ouvert et un projecteur"},
			draw: drawCurtain,
		},
		{
			name: "mask", color: "#be185d", title: phrase{"Mask", "Masque"},
			alt: phrase{"A laughing mask", "Un masque qui rit"}, draw: drawMask,
		},
		{
			name: "film", color: "#475569", night: true, title: phrase{"Film", "Film"},
			alt: phrase{"A film reel and a strip of film", "Une bobine et une bande de film"}, draw: drawFilm,
		},
		{
			name: "frames", color: "#be185d", title: phrase{"Frames", "Cadres"},
			alt: phrase{"Three framed pictures on a wall", "Trois tableaux encadrés sur un mur"}, draw: drawFrames,
		},
		{
			name: "lens", color: "#334155", title: phrase{"Lens", "Objectif"},
			alt: phrase{"A camera seen from the front", "Une caméra vue de face"}, draw: drawLens,
		},
		{
			name: "books", color: "#0369a1", title: phrase{"Books", "Livres"},
			alt: phrase{"A row of books on a shelf", "Des livres sur une étagère"}, draw: drawBooks,
		},
		{
			name: "tiles", color: "#0369a1", title: phrase{"Tiles", "Carreaux"},
			alt: phrase{"Squares and circles in rows", "Des rangées de carrés et de cercles"}, draw: drawTiles,
		},
		{
			name: "rings", color: "#4338ca", title: phrase{"Rings", "Anneaux"},
			alt: phrase{"Linked rings", "Des anneaux entrelacés"}, draw: drawRings,
		},
		{
			name: "pots", color: "#9a3412", title: phrase{"Pots", "Pots"},
			alt: phrase{"Three clay pots", "Trois pots en terre cuite"}, draw: drawPots,
		},
		{
			name: "bowls", color: "#c2410c", title: phrase{"Bowls", "Bols"},
			alt: phrase{"A bowl of soup with a spoon", "Un bol de soupe et une cuillère"}, draw: drawBowls,
		},
		{
			name: "balloons", color: "#0891b2", title: phrase{"Balloons", "Ballons"},
			alt: phrase{"Balloons in the sky", "Des ballons dans le ciel"}, draw: drawBalloons,
		},
		{
			name: "trees", color: "#15803d", title: phrase{"Trees", "Arbres"},
			alt: phrase{"Trees on hills below the sun", "Des arbres sur des collines, sous le soleil"}, draw: drawTrees,
		},
		{
			name: "track", color: "#15803d", title: phrase{"Track", "Piste"},
			alt: phrase{"A curve in a running track", "Le virage d'une piste de course"}, draw: drawTrack,
		},
		{
			name: "stalls", color: "#65a30d", title: phrase{"Stalls", "Étals"},
			alt: phrase{"Market stalls with striped roofs", "Des étals de marché aux toits rayés"}, draw: drawStalls,
		},
		{
			name: "lighthouse", color: "#1d4ed8", night: true, title: phrase{"Lighthouse", "Phare"},
			alt:  phrase{"A lighthouse above the sea at night", "Un phare au-dessus de la mer, la nuit"},
			draw: drawLighthouse,
		},
	}
}

func drawRecord(c canvas) {
	c.circle(c.base, 400, 340, 270)
	for r := 240.0; r > 120; r -= 30 {
		c.circle(c.light, 400, 340, r)
		c.circle(c.base, 400, 340, r-5)
	}
	c.circle(c.warm, 400, 340, 95)
	c.circle(c.ground, 400, 340, 16)
	c.rect(c.dark, 800, 110, 22, 330)
	c.polygon(c.dark, 800, 110, 900, 160, 900, 220, 800, 170)
	c.ellipse(c.dark, 765, 440, 60, 46, 0, 1)
}

func drawCups(c canvas) {
	c.rect(c.light, 0, 500, 960, 140)
	for i, x := range []float64{270, 620} {
		c.circle(c.base, x+125, 390, 62)
		c.circle(c.ground, x+125, 390, 36)
		c.polygon(c.base, x-120, 310, x+120, 310, x+85, 510, x-85, 510)
		c.ellipse(c.dark, x, 310, 120, 26, 0, 1)
		c.ellipse(c.warm, x, 312, 98, 17, 0, 1)
		for j := range 3 {
			left := x - 60 + float64(60*j)
			c.line(c.light, left, 250, left+18, 190, 14)
			c.line(c.light, left+18, 190, left, 120+float64(20*i), 14)
		}
	}
}

func drawStrings(c canvas) {
	c.ellipse(c.base, 300, 640, 330, 250, 0, 1)
	c.ellipse(c.base, 300, 250, 250, 190, 0, 1)
	c.circle(c.ground, 20, 430, 95)
	c.circle(c.ground, 580, 430, 95)
	c.rect(c.dark, 255, 0, 90, 470)
	for i := range 4 {
		c.rect(c.warm, 268+float64(i)*20, 0, 4, 640)
	}
	c.rect(c.dark, 220, 520, 160, 22)
	c.line(c.dark, 660, 600, 900, 40, 16)
	c.line(c.light, 690, 610, 930, 50, 8)
}

func drawWaves(c canvas) {
	heights := []float64{120, 220, 340, 190, 420, 520, 300, 440, 260, 150, 330, 210, 110}
	for i, height := range heights {
		ink := c.base
		if i%4 == 1 {
			ink = c.warm
		} else if i%3 == 0 {
			ink = c.light
		}
		x := 70 + float64(i)*64
		c.rect(ink, x, 320-height/2, 40, height)
		c.circle(ink, x+20, 320-height/2, 20)
		c.circle(ink, x+20, 320+height/2, 20)
	}
}

func drawDance(c canvas) {
	c.polygon(c.base, 200, 0, 20, 640, 420, 640)
	c.polygon(c.light, 480, 0, 330, 640, 700, 640)
	c.polygon(c.base, 760, 0, 580, 640, 960, 640)
	c.ellipse(c.dark, 480, 650, 520, 120, 0, 1)
	c.circle(c.warm, 480, 150, 110)
	for row := range 5 {
		for column := range 5 {
			x, y := 400+float64(column)*40, 70+float64(row)*40
			if (row+column)%2 == 0 && (x-480)*(x-480)+(y-150)*(y-150) < 95*95 {
				c.rect(c.dark, x-16, y-16, 32, 32)
			}
		}
	}
}

func drawCurtain(c canvas) {
	c.polygon(c.warm, 480, 0, 250, 640, 710, 640)
	c.rect(c.dark, 0, 560, 960, 80)
	for i := range 5 {
		ink := c.base
		if i%2 == 1 {
			ink = c.light
		}
		x := float64(i) * 60
		c.polygon(ink, x, 0, x+60, 0, x+60-x/3, 640, x-x/3, 640)
		c.polygon(ink, 960-x, 0, 900-x, 0, 900-x+x/3, 640, 960-x+x/3, 640)
	}
	c.rect(c.dark, 0, 0, 960, 70)
	for i := range 12 {
		c.circle(c.base, 40+float64(i)*80, 70, 40)
	}
}

func drawMask(c canvas) {
	c.circle(c.warm, 480, 320, 300)
	c.ellipse(c.base, 480, 240, 250, 240, 0, 0.5)
	c.ellipse(c.base, 480, 260, 250, 340, 0, 0.5)
	c.rect(c.base, 230, 110, 500, 150)
	for _, x := range []float64{370, 590} {
		c.ellipse(c.ground, x, 270, 62, 55, 0.5, 1)
	}
	c.ellipse(c.ground, 480, 380, 150, 130, 0, 0.5)
	c.ellipse(c.base, 480, 376, 110, 50, 0, 0.5)
}

func drawFilm(c canvas) {
	c.circle(c.light, 340, 300, 250)
	c.circle(c.base, 340, 300, 225)
	for _, hole := range [][2]float64{{340, 180}, {454, 263}, {410, 397}, {270, 397}, {226, 263}} {
		c.circle(c.ground, hole[0], hole[1], 58)
	}
	c.circle(c.warm, 340, 300, 26)
	c.rect(c.light, 340, 500, 620, 110)
	for i := range 13 {
		x := 360 + float64(i)*48
		c.rect(c.ground, x, 510, 24, 16)
		c.rect(c.ground, x, 584, 24, 16)
		if i%3 == 0 {
			c.rect(c.base, x, 536, 120, 38)
		}
	}
}

func drawFrames(c canvas) {
	for i, x := range []float64{70, 360, 650} {
		y := 130 + float64(i%2)*50
		c.rect(c.dark, x, y, 240, 320)
		c.rect(c.ground, x+22, y+22, 196, 276)
		switch i {
		case 0:
			c.circle(c.warm, x+120, y+130, 62)
			c.polygon(c.base, x+22, y+298, x+120, y+170, x+218, y+298)
		case 1:
			c.rect(c.base, x+44, y+44, 70, 230)
			c.rect(c.light, x+126, y+44, 70, 110)
			c.rect(c.warm, x+126, y+168, 70, 106)
		default:
			c.circle(c.light, x+100, y+160, 70)
			c.circle(c.base, x+150, y+190, 60)
		}
	}
	c.rect(c.light, 0, 590, 960, 50)
}

func drawLens(c canvas) {
	c.rect(c.base, 130, 180, 700, 360)
	c.rect(c.base, 340, 110, 280, 90)
	c.rect(c.warm, 180, 140, 90, 40)
	c.circle(c.light, 480, 360, 165)
	c.circle(c.dark, 480, 360, 140)
	c.circle(c.base, 480, 360, 95)
	c.circle(c.light, 440, 320, 30)
	c.circle(c.ground, 760, 240, 24)
}

func drawBooks(c canvas) {
	c.rect(c.dark, 0, 560, 960, 30)
	x := 70.0
	for i, width := range []float64{70, 100, 60, 120, 80, 65, 110, 75} {
		height := 300 + float64(i*97%5)*38
		paint := c.base
		switch i % 4 {
		case 1:
			paint = c.light
		case 2:
			paint = c.warm
		case 3:
			paint = c.dark
		}
		c.rect(paint, x, 560-height, width-6, height)
		c.rect(c.ground, x+14, 560-height+40, width-34, 16)
		c.rect(c.ground, x+14, 560-height+70, width-34, 8)
		x += width
	}
	c.polygon(c.base, x+10, 560, x+60, 560, x+140, 200, x+92, 190)
}

func drawTiles(c canvas) {
	for i := range 24 {
		x, y := float64(i%6)*160, float64(i/6)*160
		ink := c.light
		switch (i*2 + i/6) % 5 {
		case 1:
			ink = c.base
		case 2:
			ink = c.dark
		case 4:
			ink = c.warm
		}
		if i%3 == 0 {
			c.circle(ink, x+80, y+80, 68)
		} else {
			c.rect(ink, x+12, y+12, 136, 136)
		}
	}
}

func drawRings(c canvas) {
	for i, x := range []float64{200, 390, 580, 770} {
		y := 270 + float64(i%2)*110
		ink := c.base
		switch i {
		case 1:
			ink = c.light
		case 2:
			ink = c.warm
		}
		c.circle(ink, x, y, 160)
		c.circle(c.ground, x, y, 122)
	}
}

func drawPots(c canvas) {
	c.rect(c.light, 0, 540, 960, 100)
	c.ellipse(c.base, 230, 420, 140, 150, 0, 1)
	c.rect(c.base, 170, 240, 120, 80)
	c.rect(c.dark, 150, 220, 160, 34)
	c.polygon(c.warm, 400, 250, 600, 250, 560, 560, 440, 560)
	c.rect(c.dark, 385, 230, 230, 40)
	c.ellipse(c.dark, 760, 450, 120, 110, 0, 1)
	c.rect(c.dark, 725, 180, 70, 200)
	c.ellipse(c.base, 760, 180, 60, 18, 0, 1)
	c.rect(c.ground, 110, 400, 240, 20)
	c.rect(c.ground, 645, 440, 230, 16)
}

func drawBowls(c canvas) {
	c.circle(c.light, 480, 330, 300)
	c.ellipse(c.base, 480, 310, 290, 250, 0, 0.5)
	c.ellipse(c.dark, 480, 310, 290, 62, 0, 1)
	c.ellipse(c.warm, 480, 316, 250, 46, 0, 1)
	c.circle(c.ground, 400, 310, 20)
	c.circle(c.ground, 520, 328, 24)
	c.rect(c.dark, 390, 545, 180, 28)
	c.line(c.dark, 610, 300, 820, 70, 20)
	for i := range 3 {
		x := 400 + float64(i)*80
		c.line(c.base, x, 220, x+20, 160, 12)
		c.line(c.base, x+20, 160, x, 100, 12)
	}
}

func drawBalloons(c canvas) {
	c.ellipse(c.light, 180, 560, 240, 60, 0, 1)
	c.ellipse(c.light, 700, 600, 320, 70, 0, 1)
	for i, at := range [][2]float64{{250, 220}, {470, 160}, {690, 250}, {370, 330}} {
		ink := c.base
		switch i {
		case 1:
			ink = c.warm
		case 3:
			ink = c.dark
		}
		c.line(c.dark, at[0], at[1]+110, 480, 620, 4)
		c.ellipse(ink, at[0], at[1], 88, 108, 0, 1)
		c.polygon(ink, at[0], at[1]+100, at[0]-16, at[1]+126, at[0]+16, at[1]+126)
		c.ellipse(c.ground, at[0]-34, at[1]-44, 14, 22, 0, 1)
	}
}

func drawTrees(c canvas) {
	c.circle(c.warm, 240, 190, 100)
	c.circle(c.light, 220, 760, 400)
	c.circle(c.base, 700, 820, 470)
	for i := range 6 {
		x, top := 90+float64(i)*155, 330-float64(i*2%3)*50
		c.rect(c.dark, x+37, 500, 16, 60)
		c.polygon(c.dark, x, 520, x+45, top, x+90, 520)
	}
}

func drawTrack(c canvas) {
	for i := range 4 {
		r := 620 - float64(i)*120
		c.ellipse(c.base, 180, 640, r, r*0.9, 0.5, 1)
		ink := c.warm
		if i%2 == 1 {
			ink = c.light
		}
		c.ellipse(c.ground, 180, 640, r-8, (r-8)*0.9, 0.5, 1)
		c.ellipse(ink, 180, 640, r-14, (r-14)*0.9, 0.5, 1)
		c.ellipse(c.ground, 180, 640, r-110, (r-110)*0.9, 0.5, 1)
	}
	c.circle(c.dark, 840, 130, 70)
	c.rect(c.ground, 836, 86, 8, 50)
	c.line(c.ground, 840, 132, 872, 150, 8)
}

func drawStalls(c canvas) {
	c.rect(c.light, 0, 540, 960, 100)
	for i, x := range []float64{80, 390, 700} {
		c.rect(c.dark, x+8, 250, 14, 300)
		c.rect(c.dark, x+198, 250, 14, 300)
		c.rect(c.base, x, 430, 220, 110)
		for stripe := range 4 {
			ink := c.warm
			if (stripe+i)%2 == 1 {
				ink = c.dark
			}
			left := x - 10 + float64(stripe)*60
			c.polygon(ink, left+10, 170, left+60, 170, left+60, 270, left, 270)
			c.circle(ink, left+30, 270, 30)
		}
		for fruit := range 5 {
			c.circle(c.warm, x+30+float64(fruit)*40, 420, 22)
		}
	}
}

func drawLighthouse(c canvas) {
	c.polygon(c.warm, 600, 170, 0, 40, 0, 330)
	c.polygon(c.warm, 620, 170, 960, 90, 960, 270)
	c.polygon(c.dark, 560, 220, 660, 220, 700, 560, 520, 560)
	c.polygon(c.base, 550, 310, 670, 310, 680, 390, 540, 390)
	c.polygon(c.base, 532, 470, 688, 470, 694, 530, 526, 530)
	c.rect(c.base, 572, 140, 76, 80)
	c.circle(c.warm, 610, 180, 28)
	c.polygon(c.dark, 555, 140, 665, 140, 610, 80)
	c.ellipse(c.light, 610, 640, 260, 110, 0.5, 1)
	for i := range 7 {
		c.ellipse(c.base, 60+float64(i)*150, 640, 95, 50, 0.5, 1)
	}
}
