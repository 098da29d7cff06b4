package messages

import (
	"fmt"
	"strconv"
)

// french returns the texts in French.
func french() *Catalog {
	return &Catalog{
		Language: "fr", Name: "Français", Locale: "fr_FR", WeekStartsMonday: true,
		Months:      [12]string{"janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre"},
		Weekdays:    [7]string{"dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"},
		WeekdayAbbr: [7]string{"dim.", "lun.", "mar.", "mer.", "jeu.", "ven.", "sam."},

		Calendar: "Agenda", CalendarOf: "Agenda de %s", SiteDescription: "Les événements par mois et en liste, à parcourir et à ajouter à votre agenda.",
		SkipToContent: "Aller aux événements", LanguageLabel: "Langue",
		Views: "Affichage", ViewNames: map[string]string{"": "Mois", "week": "Semaine", "day": "Jour", "list": "Liste", "photo": "Photos"},
		PaginationLabel: "Pages", Previous: "Précédent", Next: "Suivant", Today: "Aujourd’hui",
		WeekOf: "Semaine du %s", NextEvent: "Prochain événement : %s",
		PreviousPage: "Page précédente", NextPage: "Page suivante", PageOf: "Page %d sur %d",
		Filters: "Filtrer les événements", Search: "Recherche", Category: "Catégorie", All: "Toutes les catégories",
		From: "Du", Until: "Au", Show: "Afficher", Clear: "Effacer les filtres",
		Results: "Événements à partir du %s", Upcoming: "Événements à venir", Past: "Événements passés", AllPast: "Tous les événements passés",
		NoEvents: "Aucun événement ici. Choisissez une autre période ou effacez les filtres.", NoEventsHere: "Rien n’est encore prévu.", NoPastEventsHere: "Rien n’a encore eu lieu.",
		EventCountOne: "%d événement", EventCountOther: "%d événements", More: "%d de plus",
		InProgress: "Déjà en cours", AllDay: "Toute la journée", Continued: "Suite", Free: "Gratuit", Featured: "À la une", Protected: "Protégé",
		Statuses: map[string]string{"canceled": "Annulé", "postponed": "Reporté"}, Online: "En ligne",
		IsProtected: "Cet événement est protégé par un mot de passe : seuls son titre et ses horaires sont affichés ici.",
		Where:       "Lieu", Cost: "Tarif", Organizer: "Organisateur", CategoriesAndTags: "Thèmes",
		Website: "Site web", Phone: "Téléphone", Email: "Courriel", MapLink: "Voir sur une carte", TimeZone: "Les heures sont celles du fuseau %s.",
		EmbedLink: "Pour d’autres sites", EmbedHeading: "Afficher ces événements sur un autre site",
		EmbedText:  "Copiez l’un des deux dans une de vos pages. Aucun ne dépose de cookies ; l’élément a besoin d’un script de ce site.",
		EmbedCount: "Nombre d’événements", EmbedScheme: "Couleurs", EmbedFrame: "Dans un cadre", EmbedElement: "Comme élément", EmbedPreview: "Aperçu",
		Schemes: map[string]string{"": "Celles du lecteur", "light": "Claires", "dark": "Sombres"},
		AnyTag:  "Toutes les étiquettes", AnyVenue: "Tous les lieux", Dates: "Dates", FilterMore: "Plus de filtres", Without: "Retirer :", FoundElsewhere: "À d’autres moments :", SearchAll: "Rechercher parmi tous les événements",
		City: "Ville", AnyCity: "Toutes les villes", AnyCost: "Gratuit ou non", Paid: "Payant",
		SubscribeHere: "S’abonner à ces événements", SubscribeText: "Un agenda abonné affiche ces événements et les suivants, et reprend lui-même les changements.", FeedAddress: "Adresse pour d’autres programmes",
		When: "Quand", DownloadICS: "Télécharger (.ics)", HasEnded: "Cet événement est terminé.", IsCanceled: "Cet événement est annulé.",
		AddToCalendar: "Ajouter à mon agenda", Subscribe: "S’abonner (iCalendar)", RSSFeed: "Actualités (RSS)", Interface: "Pour les programmes",
		Back: "Vers l’agenda", Labels: map[string]string{"venue": "Lieu", "organizer": "Organisateur", "category": "Catégorie", "tag": "Étiquette"},

		NotFound: "Cette page n’existe pas", NotFoundText: "L’événement est peut-être passé, ou l’adresse n’est pas complète. L’agenda montre ce qui est prévu.",
		Failure: "L’agenda ne peut pas être affiché", FailureText: "Une erreur s’est produite de notre côté. Réessayez dans un instant.",
		NoMethod: "Les pages se lisent seulement", NoMethodText: "Cette adresse répond à GET et à HEAD.",
		ProblemsHeading: "L’adresse n’a pas été entièrement comprise", InvalidLanguage: "La langue %q n’existe pas ici.",
		InvalidMonth: "%q n’est pas un mois ; un mois s’écrit 2027-03.", InvalidDate: "%q n’est pas une date ; une date s’écrit 2027-03-21.",
		InvalidOrder: "Le dernier jour précède le premier.", InvalidFilters: map[string]string{
			"categories": "La catégorie %q n’existe pas ici.", "tags": "L’étiquette %q n’existe pas ici.", "venue": "Le lieu %q n’existe pas ici.",
			"search": "La recherche prend des mots, 1000 caractères au plus en tout, pas %q.",
		},
		InvalidPage:      "La page %q n’existe pas.",
		InvalidChoice:    "Le choix %q n’existe pas ici.",
		InvalidText:      "L’adresse contient des caractères qui ne sont pas du texte.",
		ResultsTruncated: "Ce mois a plus d’événements qu’une page n’en montre : voici les %d premiers sur %d ; la liste les a tous.", MoreOnDay: "Événements dans la liste",

		ZeroIsSingular: true, YearSuffix: " %d",
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
