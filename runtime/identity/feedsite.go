package identity

import (
	"context"
	"fmt"

	"almanac/runtime/audit"
	"almanac/runtime/deployment"
	"almanac/runtime/metadata"
	"almanac/runtime/store"
)

// feedSite is the name of the feed site in the metadata of the database.
const feedSite = "feed_site"

// FeedSite returns the site in the UIDs and guids of feeds, as deployment.Deployment.Site has
// it: the stored one, so that calendar programs know their events after the site has moved,
// else that of the deployment.
func (i Identity) FeedSite(d deployment.Deployment) string {
	if i.StoredFeedSite != "" {
		return i.StoredFeedSite
	}
	return d.Site()
}

// StoreFeedSite stores the feed site if there is none, and reports whether it has. Of several
// servers that start together, the first one stores its own.
func StoreFeedSite(ctx context.Context, s *store.Store, site string) (stored bool, err error) {
	here, err := Read(ctx, s.Reader())
	if err != nil || here.StoredFeedSite != "" {
		return false, err
	}
	err = s.RunInTx(ctx, func(ctx context.Context, w store.Writer) error {
		n, err := w.Exec(ctx, store.Statement{
			SQL:  "INSERT INTO " + metadata.Table + " (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING",
			Args: []any{feedSite, site},
		})
		stored = n > 0
		return err
	})
	if err != nil {
		return false, fmt.Errorf("store the feed site: %w", err)
	}
	return stored, nil
}

// SetFeedSite stores the feed site in the place of another one, in a transaction.
func SetFeedSite(ctx context.Context, w store.Writer, by audit.Actor, site string) error {
	_, err := w.Exec(ctx, metadata.Set(feedSite, site))
	if err != nil {
		return fmt.Errorf("store the feed site: %w", err)
	}
	audit.Add(w, by, []audit.Change{{Action: audit.ActionUpdated, Resource: AuditResource, Record: 1}})
	return nil
}
