package pages

import (
	"fmt"
	"strconv"
)

// french returns the texts in French.
func french() *Texts {
	return &Texts{
		Language: "fr", Name: "Français", Locale: "fr_FR", Monday: true,
		Months:   [12]string{"janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre"},
		Weekdays: [7]string{"dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"},
		Short:    [7]string{"dim.", "lun.", "mar.", "mer.", "jeu.", "ven.", "sam."},

		Calendar: "Agenda", CalendarOf: "Agenda de %s", About: "Les événements par mois et en liste, à chercher et à ajouter à votre agenda.",
		Skip: "Aller aux événements", LanguageLabel: "Langue",
		Views: "Affichage", Month: "Mois", List: "Liste",
		Pager: "Pages", Previous: "Précédent", Next: "Suivant", Today: "Aujourd’hui",
		PreviousMonth: "Mois précédent : %s", NextMonth: "Mois suivant : %s",
		PreviousPage: "Page précédente", NextPage: "Page suivante", PageOf: "Page %d sur %d",
		Filters: "Filtrer les événements", Search: "Recherche", Category: "Catégorie", All: "Toutes les catégories",
		From: "Du", Until: "Au", Show: "Afficher", Clear: "Effacer les filtres",
		Results: "Événements à partir du %s", Upcoming: "Événements à venir",
		NoEvents: "Aucun événement ici. Choisissez une autre période ou effacez les filtres.", NoEventsHere: "Rien n’est encore prévu.",
		One: "%d événement", Many: "%d événements", More: "%d de plus",
		Underway: "Déjà en cours", AllDay: "Toute la journée", Continues: "Suite", Free: "Gratuit", Featured: "À la une", Protected: "Protégé",
		IsProtected: "Cet événement est protégé par un mot de passe : seuls son titre et ses horaires sont affichés ici.",
		Where:       "Lieu", Cost: "Tarif", Organizer: "Organisateur", Labels: "Thèmes",
		Website: "Site web", Phone: "Téléphone", Email: "Courriel", MapLink: "Voir sur une carte", TimeZone: "Les heures sont celles du fuseau %s.",
		AddToCalendar: "Ajouter à mon agenda", Subscribe: "S’abonner (iCalendar)", News: "Actualités (RSS)", Interface: "Pour les programmes",
		Back: "Vers l’agenda", VenueLabel: "Lieu", TagLabel: "Étiquette",

		NotFound: "Cette page n’existe pas", NotFoundText: "L’événement est peut-être passé, ou l’adresse n’est pas complète. L’agenda montre ce qui est prévu.",
		Wrong: "L’agenda ne peut pas être affiché", WrongText: "Une erreur s’est produite de notre côté. Réessayez dans un instant.",
		NoMethod: "Les pages se lisent seulement", NoMethodText: "Cette adresse répond à GET et à HEAD.",
		Notes: "L’adresse n’a pas été entièrement comprise", BadLanguage: "La langue %q n’existe pas ici.",
		BadMonth: "%q n’est pas un mois ; un mois s’écrit 2027-03.", BadDate: "%q n’est pas une date ; une date s’écrit 2027-03-21.",
		BadOrder: "Le dernier jour précède le premier.", BadCategory: "La catégorie %q n’existe pas ici.",
		BadSearch: "La recherche prend des mots, 1000 caractères au plus en tout.", BadPage: "La page %q n’existe pas.",
		BadText: "L’adresse contient des caractères qui ne sont pas du texte.",
		TooMany: "Ce mois a plus d’événements qu’une page n’en montre : voici les %d premiers sur %d ; la liste les a tous.", DayInList: "Événements dans la liste",

		ZeroIsOne: true, Year: " %d",
		around: func(weekday, month string) (string, string) { return weekday + " ", " " + month },
		number: func(day int) string {
			if day == 1 {
				return "1er"
			}
			return strconv.Itoa(day)
		},
		clock: func(hour, minute int) string { return fmt.Sprintf("%d:%02d", hour, minute) },
	}
}
