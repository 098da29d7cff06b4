package bench

import "strings"

// words makes a list of words.
func words(text string) []string { return strings.Fields(text) }

// kinds are what events are called.
func kinds() []string {
	return words("Concert Workshop Lecture Market Festival Meetup Exhibition Reading Screening Tour Class Parade Picnic Tournament Auction Rehearsal Gala Debate Tasting Recital")
}

// topics are what events are about; searches look for them.
func topics() []string {
	return words("jazz pottery astronomy chess gardening photography ceramics poetry robotics salsa history baking cycling climate opera yoga typography beekeeping sailing folklore architecture mycology weaving calligraphy geology")
}

// towns are where venues stand.
func towns() []string {
	return words("Springfield Riverton Lakewood Fairview Ashford Milltown Greenfield Kingsbury Northgate Westbrook Eastham Southport Hillcrest Oakdale Brookhaven")
}

// zones are where events take place, that of the site more often than others.
func zones() []string {
	return words("UTC America/New_York UTC Europe/Paris UTC Asia/Tokyo")
}

// prose is what descriptions are made of.
func prose() []string {
	return words(`the a of and to in with for from every evening morning visitors members friends families
		children guests doors open early late hall garden square library theatre studio stage music light
		colour story voice hands work learn listen bring share enjoy discover meet local regional famous young
		old new quiet lively small great free seats tickets limited please register online at entrance food
		drinks served break outside weather permitting our their this season series first last part two three
		guided talk followed by questions artists speakers neighbours teachers experts beginners advanced
		welcome needed no experience material included supported city council foundation`)
}
