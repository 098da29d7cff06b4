package legacy

import (
	"context"
	"net/http"
	"sync"
	"time"

	"almanac/runtime/httpapi"
	"almanac/runtime/store"
)

// Setting is the name of the setting of a deployment that turns old addresses on:
// "on", "off", or "auto" for where a site was imported.
const Setting = "legacy_routes"

// importedSite is the name under which the database remembers the address of an
// imported site.
const importedSite = "imported_site"

// Remember notes in the database that a site was imported.
func Remember(ctx context.Context, s *store.Store, site string) error {
	return s.RunInTx(ctx, func(ctx context.Context, w store.Writer) error {
		_, err := w.Exec(ctx, store.Statement{
			SQL:  "INSERT INTO schema_metadata (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
			Args: []any{importedSite, site},
		})
		return err
	})
}

// New returns what answers old addresses, and leaves all others to pages; in a service
// without an imported site, pages alone.
func New(api *httpapi.API, pages Lookup) Lookup {
	old := Handler{API: api, Pages: pages}.Lookup
	switch api.Env.Deployment.Settings[Setting] {
	case "on":
		return old
	case "off":
		return pages
	}
	site := &importWatcher{api: api}
	return func(path string) (string, http.Handler) {
		if site.isImported() {
			return old(path)
		}
		return pages(path)
	}
}

// importWatcher finds out whether a site was imported, which may happen while the service
// runs.
type importWatcher struct {
	api      *httpapi.API
	mu       sync.Mutex
	imported bool
	next     time.Time // When to look again.
}

// lookAgain is how long a service without an imported site takes it that there is none.
const lookAgain = time.Minute

// isImported reports whether a site was imported.
func (i *importWatcher) isImported() bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	now := i.api.Env.Clock()
	if i.imported || now.Before(i.next) {
		return i.imported
	}
	i.next = now.Add(lookAgain)
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	err := i.api.Env.Store.Reader().Query(ctx, store.Statement{
		SQL: "SELECT value FROM schema_metadata WHERE name = $1", Args: []any{importedSite},
		ScanRow: func(row store.Row) error {
			var site string
			i.imported = true
			return row.Scan(&site)
		},
	})
	if err != nil {
		i.api.Env.Log.WarnContext(ctx, "cannot see whether a site was imported: its addresses are not answered", "error", err)
	}
	return i.imported
}
