package request

import (
	"context"
	"log/slog"
	"net/netip"
	"time"

	"almanac/runtime/admission"
	"almanac/runtime/auth"
	"almanac/runtime/deployment"
	"almanac/runtime/identity"
	"almanac/runtime/media"
	"almanac/runtime/model"
	"almanac/runtime/outbound"
	"almanac/runtime/param"
	"almanac/runtime/store"
)

// Env has the settings and the shared parts of a service.  It is made once at start
// and passed on; there are no global variables.
type Env struct {
	Store          *store.Store
	Users          *auth.Users
	Deployment     deployment.Deployment
	Service        model.Service     // The generated Register sets it.
	Resources      []*model.Resource // Every resource that has routes.
	Clock          func() time.Time  // The only source of the current time.
	Log            *slog.Logger
	AuthDisabled   bool // Every caller acts as the administrator, user 1.
	OpenNetwork    bool // With AuthDisabled, requests that a proxy forwards are not refused.
	Limits         param.Limits
	Admission      admission.Admission
	AllowedOrigins []string       // Origins that browsers may write from.
	ExposedHeaders []string       // Headers of responses that scripts may read, beside those of the API.
	Hosts          []string       // Host names of the service, beside loopback names and the site's.
	OwnHostsOnly   bool           // Requests for other hosts are refused also where users sign in.
	TrustedProxies []netip.Prefix // Networks whose X-Forwarded-For counts.
	AccountPath    string         // Page on which users create tokens; "" for none.
	SetupLinkFile  string         // Removed when the link for the first administrator is used; "" for none.
	CacheBytes     int64          // What cached responses may occupy; 0 for no cache.
	Media          media.Store    // Files of images; nil when uploads are off.
	MediaLimits    media.Limits
	Identity       identity.Cache // What administrators have set about the site.
	WebhookGuard   outbound.Guard // Private networks that webhooks may be in.

	Cleaning  *admission.Limiter
	Uploads   *admission.Uploads     // Nil outside of an API.
	Expensive *admission.Limiter     // Nil for no bound.
	Feeds     *admission.SenderLimit // Nil for no bound.
	SQLCache  SQLCache
}

// Resource returns the resource with the singular wire name, nil when there is none.
func (e *Env) Resource(name string) *model.Resource {
	for _, k := range e.Resources {
		if k.Name == name {
			return k
		}
	}
	return nil
}

// SiteName returns the name of the site, "" for none: that of the deployment, else the one
// that is stored at the snapshot of a reader, which may be nil. A name that cannot be read
// is none: what has it in its head is worth more.
func (e *Env) SiteName(ctx context.Context, r *store.SnapshotReader) string {
	if e.Deployment.SiteName != "" {
		return e.Deployment.SiteName
	}
	i, err := e.Identity.Read(ctx, e.Store, r)
	if err != nil {
		e.Log.WarnContext(ctx, "reading the name of the site failed", "error", err)
	}
	return i.SiteName
}

// LastIdentity returns what the site shows as it was read last, for pages that may be behind
// other processes. What cannot be read is that of the deployment alone.
func (e *Env) LastIdentity(ctx context.Context) identity.Identity {
	i, err := e.Identity.Last(ctx, e.Store)
	if err != nil {
		e.Log.WarnContext(ctx, "reading the look of the site failed", "error", err)
	}
	return i.Under(e.Deployment)
}
