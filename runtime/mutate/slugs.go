package mutate

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/uptrace/bun"

	"almanac/runtime/apierror"
	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/request"
	"almanac/runtime/store"
	"almanac/runtime/text"
)

const (
	// trashedSuffix marks the slug of a record in the trash, as on The Events Calendar.
	trashedSuffix = "__trashed"
	// longSlug is the maximum number of characters of a slug that takes a number without
	// being shortened.
	longSlug = 190
	// maxSlugsRead is the maximum number of slugs that differ by a number which are read to
	// find a free one.  Among more of them, firstFreeNumber searches.
	maxSlugsRead = 200
)

// SetSlug sets the record's slug: the one that was sent, else on create one made from the
// name.  It is unique within the resource, over all languages: one that is in use gets the
// next free number.
func SetSlug(m *Mutation, b *model.Named, name string, o param.Opt[string]) {
	wanted := ""
	switch {
	case o.IsSet():
		if wanted = text.Slug(o.Value); wanted == "" {
			m.Fail("slug", "%s must contain letters or digits.", apierror.Param("slug"))
			return
		}
	case m.Imported != nil && m.Imported.Slug != "":
		wanted = text.FoldSlug(m.Imported.Slug)
	case m.IsCreate:
		if wanted = text.Slug(cmp.Or(m.nameSent, name)); wanted == "" {
			wanted = m.Resource.Name
		}
	default:
		return
	}
	if m.recurrence != nil && m.recurrence.input != nil {
		m.recurrence.slug = wanted
		wanted = m.dateSlug(wanted, m.record)
	}
	if wanted == b.Slug {
		return
	}
	m.freeSlug(b.ID, wanted, func(free string) {
		if o.IsSet() && !m.IsCreate && !m.Resource.Post && free != wanted {
			m.Errors.Add("slug", "duplicate_term_slug", "%s %q belongs to another %s.",
				apierror.Param("slug"), wanted, apierror.Resource(m.Resource.Name))
			return
		}
		b.Slug = free
	})
}

// freeSlug queries the first of wanted, wanted-2, ... that no other record of the resource
// has.  Writers of the same slug wait for each other.  If two others get the same number,
// the unique index refuses the later one, which runs again.
func (m *Mutation) freeSlug(id int64, wanted string, use func(free string)) {
	m.lock(m.Resource.Plural, wanted)
	if m.batch != nil && id == 0 && len([]rune(wanted)) <= longSlug {
		first := text.NextSlug(wanted, func(string) bool { return false })
		m.batch.slug(first)
		m.queueQuery(func() error {
			if m.batch.slugs[first] || m.reservedSlugs[first] {
				m.numberedSlug(id, wanted, use)
			} else {
				use(first)
			}
			return nil
		})
		return
	}
	m.numberedSlug(id, wanted, use)
}

// numberedSlug queries the slugs of other records that are the wanted one, with or without a
// number, and uses the first that none has.
func (m *Mutation) numberedSlug(id int64, wanted string, use func(free string)) {
	taken := map[string]bool{}
	look := m.slugsStatement(id, wanted)
	look.ScanRow = func(row store.Row) error {
		var slug string
		err := row.Scan(&slug)
		taken[slug] = true
		return err
	}
	m.queueQuery(func() error {
		if len(taken) > maxSlugsRead {
			free, err := m.searchFreeSlug(id, wanted)
			use(free)
			return err
		}
		use(text.NextSlug(wanted, func(slug string) bool { return taken[slug] || m.reservedSlugs[slug] }))
		return nil
	}, look)
}

// slugsStatement returns the statement that reads the slugs of other records that are wanted,
// with or without a number, maxSlugsRead+1 of them at most.
func (m *Mutation) slugsStatement(id int64, wanted string) store.Statement {
	table := bun.Ident(m.Resource.Plural)
	if prefix := []rune(wanted); len(prefix) > longSlug {
		// A long slug is shortened to make room for the number, so the look-up
		// goes by its first part.
		part := string(prefix[:longSlug])
		text := m.Env.SQLCache.Get(request.SQLKey{Of: m.Resource, Purpose: "long slugs"}, func(args *store.Args) string {
			return m.Env.Store.SQL().Format("SELECT slug FROM ? WHERE id <> ? AND slug >= ? AND slug < ? ORDER BY slug LIMIT ?",
				table, args.Bind(id), args.Bind(part), args.Bind(part), bun.Safe(strconv.Itoa(maxSlugsRead+1)))
		})
		return store.Statement{SQL: text.SQL, Args: []any{id, part, part + "\U0010FFFF"}}
	}
	text := m.Env.SQLCache.Get(request.SQLKey{Of: m.Resource, Purpose: "slugs"}, func(args *store.Args) string {
		// Two queries, because PostgreSQL would read a small table from end to end
		// for one with OR, and go on to do so while the table grows.
		id := args.Bind(id)
		return m.Env.Store.SQL().Format("SELECT slug FROM ? WHERE id <> ? AND slug = ? UNION ALL SELECT slug FROM"+
			" (SELECT slug FROM ? WHERE id <> ? AND slug >= ? AND slug < ? ORDER BY slug LIMIT ?) AS n",
			table, id, args.Bind(wanted), table, id, args.Bind(wanted), args.Bind(wanted),
			bun.Safe(strconv.Itoa(maxSlugsRead+1)))
	})
	// ":" is the character after the digits.
	return store.Statement{SQL: text.SQL, Args: []any{id, wanted, wanted + "-0", wanted + "-:"}}
}

// searchFreeSlug returns a free slug among many: the first free one up to the number
// maxSlugsRead, else one after a number that is in use, which may leave gaps of deleted
// records before it.
func (m *Mutation) searchFreeSlug(id int64, wanted string) (string, error) {
	n, err := firstFreeNumber(maxSlugsRead,
		func(numbers []int) ([]bool, error) { return m.slugsInUse(id, wanted, numbers) })
	if n == 1 {
		return wanted, err
	}
	return text.NumberedSlug(wanted, n), err
}

// slugsInUse reports which numbers of a slug other records have, or are about to
// get.
func (m *Mutation) slugsInUse(id int64, wanted string, numbers []int) ([]bool, error) {
	slugs := make([]string, len(numbers))
	for i, n := range numbers {
		if slugs[i] = wanted; n > 1 {
			slugs[i] = text.NumberedSlug(wanted, n)
		}
	}
	s := m.Env.Store
	key := request.SQLKey{Of: m.Resource, Purpose: "slugs of numbers"}
	shape := m.Env.SQLCache.Get(key, func(args *store.Args) string {
		return s.SQL().Format("SELECT slug FROM ? WHERE id <> ? AND slug ?", bun.Ident(m.Resource.Plural), args.Bind(id),
			s.SQL().InTexts(args, slugs))
	})
	known := map[string]bool{}
	err := m.Store.Query(m.Context(),
		store.Statement{SQL: shape.SQL, Args: []any{id, slugs}, ScanRow: func(row store.Row) error {
			var slug string
			err := row.Scan(&slug)
			known[slug] = true
			return err
		}})
	inUse := make([]bool, len(slugs))
	for i, slug := range slugs {
		inUse[i] = known[slug] || m.reservedSlugs[slug]
	}
	return inUse, err
}

// Numbers that firstFreeNumber asks for.
const (
	gapAsked    = 64      // In one round, when it narrows the range.
	gapGreatest = 1 << 40 // No store holds as many records.
)

// firstFreeNumber returns a number that is not in use: the smallest of 1 to exact, else one
// after a number that is in use.  It needs few rounds: it asks for numbers that double, and
// then for some in the range between two of them.
func firstFreeNumber(exact int, isTaken func(numbers []int) ([]bool, error)) (int, error) {
	var numbers []int
	for n := 1; n <= exact; n++ {
		numbers = append(numbers, n)
	}
	for n := 2 * exact; n < gapGreatest; n *= 2 {
		numbers = append(numbers, n)
	}
	for {
		inUse, err := isTaken(numbers)
		if err != nil {
			return 0, err
		}
		i := slices.Index(inUse, false)
		switch {
		case i < 0:
			i = len(numbers) - 1 // No store has that many records.
		case i == 0 || numbers[i]-numbers[i-1] == 1:
			return numbers[i], nil
		}
		low, high := numbers[i-1], numbers[i]
		numbers = nil
		for n := low; n < high; n += max(1, (high-low)/gapAsked) {
			numbers = append(numbers, n)
		}
		numbers = append(numbers, high)
	}
}

// trashSlug adds a suffix to the slug of a trashed record, so that another one can have it,
// and stores the original.
func (m *Mutation) trashSlug(p *model.Post) error {
	if strings.HasSuffix(p.Slug, trashedSuffix) || m.Imported != nil && m.Imported.WantedSlug != "" {
		return nil
	}
	p.OriginalSlug = p.Slug
	m.freeSlug(p.ID, text.SlugWithSuffix(p.Slug, trashedSuffix), func(free string) { p.Slug = free })
	return m.runQueries()
}

// updateTrashSlug changes the slug of a record that an update moves to the trash.  One that
// is moved back gets its original slug, with a number if another record has it by now.
func (m *Mutation) updateTrashSlug(p *model.Post, statusBefore, slugBefore string) error {
	switch {
	case p.Status != model.StatusTrash && statusBefore == model.StatusTrash && p.Slug == slugBefore &&
		p.OriginalSlug != "":
		m.freeSlug(p.ID, p.OriginalSlug, func(free string) { p.Slug, p.OriginalSlug = free, "" })
		return m.runQueries()
	case p.Status != model.StatusTrash:
		p.OriginalSlug = ""
	case statusBefore != model.StatusTrash || p.Slug != slugBefore:
		return m.trashSlug(p)
	}
	return nil
}
