package identity

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"almanac/runtime/audit"
	"almanac/runtime/deployment"
	"almanac/runtime/store"
)

// Settings of a deployment that have precedence over what is stored, beside SiteName.
const (
	SettingAccent = "accent"       // Color, "#1d5c4f".
	SettingLogo   = "logo"         // Content of the file.
	SettingStyle  = "style"        // CSS, which follows that of the pages.
	SettingFooter = "footer_links" // Lines of TEXT=URL.
)

// AuditResource is the name of the identity in the audit log; its ID is 1.
const AuditResource = "site_identity"

// Identity is the name and the look of a site. The zero value has neither.
type Identity struct {
	SiteName    string
	Logo        int64  // ID of an image; 0 for none.
	LogoURL     string // Of that image, as model.Image has it; "" for none. Save ignores it.
	Accent      string
	FooterLinks string
	Style       string
	Version     int64 // 0 for one that is not stored.
	ModifiedUTC string

	StoredFeedSite string // "" for none; see FeedSite. Save ignores it.
}

// ErrChanged says that somebody else has saved the identity since it was read.
var ErrChanged = errors.New("the identity has changed")

// Under returns what the site shows: what the deployment sets, else what is stored.
func (i Identity) Under(d deployment.Deployment) Identity {
	i.SiteName = cmp.Or(d.SiteName, i.SiteName)
	i.Accent = cmp.Or(d.Settings[SettingAccent], i.Accent)
	i.Style = cmp.Or(d.Settings[SettingStyle], i.Style)
	i.FooterLinks = cmp.Or(d.Settings[SettingFooter], i.FooterLinks)
	if d.Settings[SettingLogo] != "" {
		i.Logo, i.LogoURL = 0, ""
	}
	return i
}

// Read reads what is stored, the zero value for nothing.
func Read(ctx context.Context, r store.Reader) (Identity, error) {
	var i Identity
	err := r.Query(ctx, store.Statement{
		SQL: `SELECT COALESCE(s.site_name, ''), COALESCE(s.logo, 0), COALESCE(images.url, ''), COALESCE(s.accent, ''),
COALESCE(s.footer_links, ''), COALESCE(s.style, ''), COALESCE(s.version, 0), COALESCE(s.modified_utc, ''),
COALESCE(f.value, '') FROM (SELECT 1 AS id) AS one LEFT JOIN site_identity AS s ON s.id = one.id
LEFT JOIN images ON images.id = s.logo LEFT JOIN schema_metadata AS f ON f.name = $1`,
		Args: []any{feedSite},
		ScanRow: func(row store.Row) error {
			return row.Scan(&i.SiteName, &i.Logo, &i.LogoURL, &i.Accent, &i.FooterLinks, &i.Style, &i.Version, &i.ModifiedUTC,
				&i.StoredFeedSite)
		},
	})
	if err != nil {
		return Identity{}, fmt.Errorf("read the identity of the site: %w", err)
	}
	return i, nil
}

// The first is for a version of 0, and does nothing if there is a row.
const (
	insert = `INSERT INTO site_identity (id, site_name, logo, accent, footer_links, style, version, modified_utc)
VALUES (1, $1, $2, $3, $4, $5, $6 + 1, $7) ON CONFLICT (id) DO NOTHING RETURNING version`
	update = `UPDATE site_identity SET site_name = $1, logo = $2, accent = $3, footer_links = $4, style = $5,
version = version + 1, modified_utc = $7 WHERE id = 1 AND version = $6 RETURNING version`
)

// Save stores an identity in the place of the one with its version, for an actor. The error
// is ErrChanged if that is another version now.
func Save(ctx context.Context, s *store.Store, by audit.Actor, i Identity) error {
	i.ModifiedUTC = by.At.UTC().Format(time.DateTime)
	err := s.RunInTx(ctx, func(ctx context.Context, w store.Writer) error { return Write(ctx, w, by, i) })
	if err != nil {
		return fmt.Errorf("save the identity of the site: %w", err)
	}
	return nil
}

// Write is Save in a transaction, with the time of the identity.
func Write(ctx context.Context, w store.Writer, by audit.Actor, i Identity) error {
	saved, sql := false, update
	if i.Version == 0 {
		sql = insert
	}
	err := w.Query(ctx, store.Statement{
		SQL:     sql,
		Args:    []any{i.SiteName, i.Logo, i.Accent, i.FooterLinks, i.Style, i.Version, i.ModifiedUTC},
		ScanRow: func(row store.Row) error { saved = true; return row.Scan(&i.Version) },
	})
	if err == nil && !saved {
		err = ErrChanged
	}
	if err == nil {
		audit.Add(w, by, []audit.Change{{Action: audit.ActionUpdated, Resource: AuditResource, Record: 1}})
	}
	return err
}
