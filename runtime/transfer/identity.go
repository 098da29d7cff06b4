package transfer

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"

	"almanac/runtime/audit"
	"almanac/runtime/dates"
	"almanac/runtime/identity"
	"almanac/runtime/images"
	"almanac/runtime/model"
	"almanac/runtime/mutate"
	"almanac/runtime/request"
	"almanac/runtime/transfer/rawjson"
)

// identityMember is the member with the identity of the site, and the name of its file.
const identityMember = "site_identity"

// identityRecord is the name and the look of the site in an export.
type identityRecord struct {
	SiteName    string `json:"site_name"`
	Logo        string `json:"logo"` // URL of the image, "" for none: it may have another ID where it is imported.
	Accent      string `json:"accent"`
	FooterLinks string `json:"footer_links"`
	Style       string `json:"style"`
	Modified    string `json:"modified_utc"` // "" for a site of which FeedSite alone is stored.
	FeedSite    string `json:"feed_site,omitempty"`
}

// identityPath returns the name of the file with the identity of the site.
func (ex *exporter) identityPath() string { return filepath.Join(ex.dir, identityMember+".json") }

// identity writes the file with the identity of the site, if there is one.
func (ex *exporter) identity(ctx context.Context) error {
	i, err := identity.Read(ctx, ex.env.Store.Reader())
	if err != nil || i.Version == 0 && i.StoredFeedSite == "" {
		return err
	}
	logo := i.LogoURL
	if ex.options.LinkImages {
		logo = model.PublicURL(ex.env.Deployment.SiteURL, logo)
	}
	record := identityRecord{i.SiteName, logo, i.Accent, i.FooterLinks, i.Style, i.ModifiedUTC, i.StoredFeedSite}
	ex.report.Files++
	return create(ex.identityPath(), fmt.Appendf(nil, "{%q:%s}\n", identityMember, rawjson.Encode(record)))
}

// identityOf reads the identity of a site in a file.
func (rd *Reader) identityOf(raw json.RawMessage, path string) error {
	var record identityRecord
	if err := json.Unmarshal(raw, &record); err != nil || bytes.Contains(raw, []byte(`\u0000`)) ||
		!dates.WallTime(record.Modified).Valid() && (record.Modified != "" || record.FeedSite == "") {
		return fmt.Errorf("%s does not contain the identity of a site in the format of an export", path)
	}
	rd.identity = &record
	return nil
}

// importIdentity stores the identity of the site that was changed last in the files, if it
// was changed later than the one that is here. The feed site of the files is stored if there is
// none, or if there are no records that a calendar program could know by another one.
func importIdentity(ctx context.Context, im *Importer) error {
	var found *identityRecord
	feedSite := ""
	for _, one := range im.identities {
		if one == nil {
			continue
		}
		feedSite = cmp.Or(feedSite, one.FeedSite)
		if one.Modified != "" && (found == nil || one.Modified > found.Modified) {
			found = one
		}
	}
	if found == nil && feedSite == "" {
		return nil
	}
	isEmpty := !slices.ContainsFunc(im.Env.Resources, func(k *model.Resource) bool { return len(im.Here(k)) > 0 })
	return im.Transaction(ctx, func(b *mutate.BulkWriter) error {
		by := audit.Actor{At: im.Env.Clock(), Name: audit.CommandLine, Request: request.StateOf(ctx).ID}
		here, err := identity.Read(ctx, b.Writer())
		if err != nil {
			return err
		}
		if feedSite != "" && feedSite != here.StoredFeedSite && (isEmpty || here.StoredFeedSite == "") {
			if err := identity.SetFeedSite(ctx, b.Writer(), by, feedSite); err != nil {
				return err
			}
		}
		if found == nil || here.Version > 0 && here.ModifiedUTC >= found.Modified {
			return nil
		}
		next := identity.Identity{
			SiteName: found.SiteName, Accent: found.Accent, FooterLinks: found.FooterLinks, Style: found.Style,
			Version: here.Version, ModifiedUTC: found.Modified,
		}
		if found.Logo != "" {
			if next.Logo, err = images.IDOf(ctx, b.Writer(), found.Logo); err != nil {
				return err
			}
		}
		return identity.Write(ctx, b.Writer(), by, next)
	})
}
