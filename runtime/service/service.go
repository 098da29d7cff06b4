package service

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"almanac/runtime/admission"
	"almanac/runtime/apierror"
	"almanac/runtime/auth"
	"almanac/runtime/changes"
	"almanac/runtime/dates"
	"almanac/runtime/deployment"
	"almanac/runtime/httpapi"
	"almanac/runtime/identity"
	"almanac/runtime/jobs"
	"almanac/runtime/maintain"
	"almanac/runtime/mcp"
	"almanac/runtime/media"
	"almanac/runtime/model"
	"almanac/runtime/mutate"
	"almanac/runtime/outbound"
	"almanac/runtime/outbox"
	"almanac/runtime/param"
	"almanac/runtime/query"
	"almanac/runtime/request"
	"almanac/runtime/store"
	"almanac/runtime/store/migrate"
	"almanac/runtime/store/open"
	"almanac/runtime/webhooks"
)

// Definition is what the description of a service was turned into: generated code
// has a function Service that returns it.
type Definition struct {
	Namespace string             // Path of the API unless Config.Deployment has another.
	Resources []*model.Resource  // Resources that have routes.
	Register  func(*httpapi.API) // Registers the routes.
	// ChangesKept is how long former values are known; 0 for the default of an installation.
	ChangesKept time.Duration
	Migrations  fs.FS // SQL of the tables: migrations/sqlite and migrations/postgres.
}

// MigrationFiles returns the migrations, a directory for each store.
func (d Definition) MigrationFiles() fs.FS {
	files, err := fs.Sub(d.Migrations, "migrations")
	if err != nil {
		panic(err) // The name is a valid path: a programming error.
	}
	return files
}

// Deployment returns an installation of which nothing is said, with all extensions.
func (d Definition) Deployment() deployment.Deployment {
	dep := deployment.Default(d.Namespace, model.Extensions(d.Resources))
	if d.ChangesKept > 0 {
		dep.ChangesKept = d.ChangesKept
	}
	return dep
}

// Config is everything that a program and its operator can choose about one server.
type Config struct {
	Database    string       // "sqlite:PATH" or "postgres://...".
	Media       string       // URL of the media store; "" for DefaultMedia.
	MediaLimits media.Limits // Of uploads; the zero value means the defaults.
	Deployment  deployment.Deployment
	Open        bool           // Everybody acts as the administrator.
	OpenNetwork bool           // With Open, requests that a proxy forwards are not refused.
	MCP         Switch         // Whether programs with a language model are served; by default where users sign in.
	Pages       Pages          // Serves pages for people outside the API; nil for none.
	AccountPath string         // Page on which users create tokens; "" for none.
	Middleware  Middleware     // Wraps the handler of the API and of pages; nil for none.
	Migrate     bool           // Bring a PostgreSQL schema up to date at start.
	Origins     []string       // Origins that browsers may write from.
	Hosts       []string       // Host names of the service, beside loopback names and the site's.
	AnyHost     bool           // Serve all host names where users sign in: no operator has set the site.
	Proxies     []netip.Prefix // Networks whose word about the client's address counts.
	Limits      param.Limits   // What one request may send; zero fields mean the defaults.
	Admission   admission.Admission
	SignIn      auth.Limits // What passwords may take; zero fields mean the defaults.
	// File for the link that sets up the first administrator of a desk, removed when the link is
	// used; "" for none.
	SetupLinkFile string
	// Store Deployment.SiteURL, which an operator has set, as the site in UIDs of feeds, unless
	// one is stored or it is a loopback address.
	StoreFeedSite bool
	// Take a database in which two users could sign in by one name: to give them others.
	Namesakes bool
	Hooks     []mutate.Hook             // Run around writes, in this order.
	Topics    map[string]outbox.Handler // Deliver entries of the outbox, by topic.
	// Private networks and hosts that webhooks may be in.
	WebhookGuard outbound.Guard
	Jobs         []Job            // Run at their times, beside those of every service.
	Clock        func() time.Time // Nil for the clock of the machine.
	Log          *slog.Logger     // Nil for the default logger.
	LogLevel     *slog.LevelVar   // Of Log, so that it can change while the service runs; may be nil.
	CacheBytes   int64            // Bytes that kept responses may take; 0 for DefaultCache, negative to keep none.
	Options      store.Options
	// MigrateDatabase is the URL of the database for Migrate, where Database leads
	// through a pooler; "" for Database.
	MigrateDatabase string
	OnRequest       func(context.Context, httpapi.Ended) // Called at the end of each request; may be nil.
}

// Switch says whether something is on; the zero value leaves it to the other settings.
type Switch string

// The switches that an operator has set.
const (
	On  Switch = "on"
	Off Switch = "off"
)

// DefaultCache is how many bytes kept responses may take where nothing is said.
const DefaultCache = 24 << 20

// DefaultMedia returns the URL of the media store of a database that names none: a
// directory beside an SQLite file. It is "" for PostgreSQL, where uploads are off.
func DefaultMedia(database string) string {
	file, is := strings.CutPrefix(database, "sqlite:")
	if !is {
		return ""
	}
	return "file:" + file + ".media"
}

// openMedia returns the media store, nil for none.
func openMedia(c Config) (media.Store, error) {
	url := cmp.Or(c.Media, DefaultMedia(c.Database))
	if url == "" {
		return nil, nil
	}
	return media.Open(url)
}

// Pages returns what answers an escaped path outside the API, and the pattern
// of the path for logs and metrics; a nil handler for a path that it does not know.
type Pages func(*httpapi.API) func(path string) (pattern string, page http.Handler)

// Middleware returns what wraps the handler of the API and of pages. A request that it gets
// has its ID, and nothing has looked at its path; what it is answered is sent as it is. It
// may add to Env.ExposedHeaders. Requests of the desk and of imports do not pass through it.
type Middleware func(*httpapi.API) func(http.Handler) http.Handler

// Service is an opened service.
type Service struct {
	Env      *request.Env
	API      *httpapi.API
	Store    *store.Store
	Outbox   *outbox.Worker
	Webhooks *webhooks.Worker
	Jobs     *jobs.Scheduler

	handler   http.Handler // API, within what the program wraps it in.
	onRequest func(context.Context, httpapi.Ended)
}

// Open opens the store and makes the service.  SQLite brings its schema up to
// date by itself, unless data would be lost; PostgreSQL does so only when asked,
// else a schema that is behind is an error.
func Open(ctx context.Context, d Definition, c Config) (*Service, error) {
	if c.Log == nil {
		c.Log = slog.Default()
	}
	if c.Clock == nil {
		c.Clock = time.Now
	}
	c.Log = slog.New(httpapi.LogRequests(c.Log.Handler()))
	c.Options.Log = c.Log
	s, err := open.Store(ctx, c.Database, c.Options)
	if err != nil {
		return nil, err
	}
	opened, err := assemble(ctx, s, d, c)
	if err != nil {
		_ = s.Close() // The first error tells more.
		return nil, err
	}
	return opened, nil
}

// assemble makes the service on an opened store.
func assemble(ctx context.Context, s *store.Store, d Definition, c Config) (*Service, error) {
	err := prepare(ctx, s, d, c)
	var same *auth.DuplicateNamesError
	if err != nil && (!c.Namesakes || !errors.As(err, &same)) {
		return nil, err
	}
	c.Deployment.Zone = zoneInForce(c.Deployment.Zone) // It was read by the program's own rules.
	users := auth.NewUsers(s, c.Clock, c.SignIn)
	if c.Open {
		if _, err := users.EnsureFirstUser(ctx); err != nil {
			return nil, err
		}
	}
	files, err := openMedia(c)
	if err != nil {
		return nil, fmt.Errorf("media store: %w", err)
	}
	env := &request.Env{
		Store: s, Media: files, MediaLimits: cmp.Or(c.MediaLimits, media.DefaultLimits()), Users: users,
		Deployment: c.Deployment, Resources: d.Resources, Clock: c.Clock, Log: c.Log,
		AuthDisabled: c.Open, OpenNetwork: c.OpenNetwork, Limits: c.Limits, Admission: c.Admission, AllowedOrigins: c.Origins,
		Hosts: c.Hosts, OwnHostsOnly: !c.AnyHost, TrustedProxies: c.Proxies, AccountPath: c.AccountPath,
		SetupLinkFile: c.SetupLinkFile,
		WebhookGuard:  c.WebhookGuard,
		CacheBytes:    cmp.Or(c.CacheBytes, DefaultCache),
	}
	storeFeedSite(ctx, s, c)
	env.LastIdentity(ctx) // So that no request has to read it first.
	api := httpapi.NewAPI(env, c.Hooks...)
	d.Register(api)
	if err := api.Writes.CheckActions(d.Resources); err != nil {
		return nil, err
	}
	api.RegisterMedia()
	api.RegisterSeries()
	api.RegisterBatch()
	api.RegisterWebhooks()
	api.RegisterUndo()
	api.RegisterChanges()
	if c.MCP == On || c.MCP == "" && !c.Open {
		mcp.New(api).Register()
	}
	if err := changes.ResetTransactions(ctx, s); err != nil {
		c.Log.WarnContext(ctx, "transactions of another cluster not reset", "error", err)
	}
	if err := api.Writes.KeepUntil(ctx); err != nil { // A database that cannot be written now does so later.
		c.Log.WarnContext(ctx, "wall times of UNTIL not stored", "error", err)
	}
	if c.Pages != nil {
		// Templates are parsed for the first page, so that the API answers earlier.
		pages := sync.OnceValue(func() func(string) (string, http.Handler) { return c.Pages(api) })
		api.Pages = func(path string) (string, http.Handler) { return pages()(path) }
	}
	var handler http.Handler = api
	if c.Middleware != nil {
		handler = c.Middleware(api)(api)
	}
	worker := &outbox.Worker{Store: s, Handlers: c.Topics, Clock: c.Clock, Log: c.Log}
	opened := &Service{
		Env: env, API: api, Store: s, Outbox: worker, Webhooks: webhooks.NewWorker(api.Records), handler: handler,
		onRequest: c.OnRequest,
	}
	opened.Jobs, err = jobs.New(s, opened.jobs(c.Jobs), c.Deployment.Zone, c.Clock, c.Log)
	if err != nil {
		return nil, err
	}
	api.Jobs = opened.Jobs.States
	return opened, nil
}

// storeFeedSite stores the site in the UIDs of feeds if there is none, so that these stay when
// the site moves. Before others can reach the site, none is needed. A database that cannot be
// written now gets it at a later start.
func storeFeedSite(ctx context.Context, s *store.Store, c Config) {
	if !c.StoreFeedSite || c.Deployment.IsLoopback() {
		return
	}
	site := c.Deployment.Site()
	stored, err := identity.StoreFeedSite(ctx, s, site)
	switch {
	case err != nil:
		c.Log.WarnContext(ctx, "storing the site in UIDs of feeds failed", "site", site, "error", err)
	case stored:
		c.Log.InfoContext(ctx, "site in UIDs of feeds stored", "site", site)
	}
}

// prepare makes sure that the schema is one this program works with.
func prepare(ctx context.Context, s *store.Store, d Definition, c Config) error {
	if c.Migrate && c.MigrateDatabase != "" {
		if err := migrateDirectly(ctx, d, c); err != nil {
			return err
		}
	} else if s.Dialect() == store.SQLite || c.Migrate {
		return Migrate(ctx, s, d, c.Log)
	}
	if err := maintain.RestoreIndexes(ctx, s); err != nil {
		return err
	}
	shareRules(ctx, s, c.Log)
	pending, err := migrate.Pending(ctx, s, d.MigrationFiles())
	if err == nil && len(pending) > 0 {
		err = fmt.Errorf("the database schema is not up to date (migration %s is pending): start with --migrate, or run "+
			"migrate up", pending[0])
	}
	if err != nil {
		return err
	}
	return auth.RefreshNames(ctx, s)
}

// Empty reports whether the service has no records.
func (s *Service) Empty(ctx context.Context) (bool, error) {
	for _, k := range s.Env.Resources {
		found, err := query.RecordsAfter(ctx, s.Env, k, 0, 1)
		if err != nil || len(found) > 0 {
			return false, err
		}
	}
	return true, nil
}

// Close ends the streams of changes and closes the store.
func (s *Service) Close() error {
	s.EndStreams()
	return s.Store.Close()
}

// EndStreams ends the streams of changes, whose clients come back to another server.  It is for the begin of a shutdown
// (http.Server.RegisterOnShutdown), which waits for all requests.
func (s *Service) EndStreams() { s.API.Streams.End() }

// Handler returns the whole service: the API below its root, and the
// probes beside it.
func (s *Service) Handler() http.Handler {
	mux := s.Probes()
	below := s.Env.Deployment.APIPath() + "/"
	return httpapi.Watch(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, below) {
			s.handler.ServeHTTP(w, r) // No probe is there: most requests need not be looked up.
			return
		}
		if h, pattern := mux.Handler(r); pattern != "" {
			_, path, _ := strings.Cut(pattern, " ")
			httpapi.SetRoute(r, path)
			h.ServeHTTP(w, r)
			return
		}
		s.handler.ServeHTTP(w, r)
	}), s.onRequest)
}

// Probes returns the routes /livez, whether the process runs, and /readyz,
// whether it can answer requests.
func (s *Service) Probes() *http.ServeMux {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /livez", func(w http.ResponseWriter, r *http.Request) { probe(w, r, http.StatusOK, "ok") })
	mux.HandleFunc("GET /readyz", s.ready)
	return mux
}

// ready tells whether the service can answer: whether its store can.
func (s *Service) ready(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
	defer cancel()
	if err := s.Store.Ping(ctx); err != nil {
		s.Env.Log.WarnContext(ctx, "readiness check failed", "error", err)
		word := apierror.CodeUnavailable
		if errors.Is(err, store.ErrFileMoved) {
			word = store.ErrFileMoved.Error()
		}
		probe(w, r, http.StatusServiceUnavailable, word)
		return
	}
	probe(w, r, http.StatusOK, "ok\ntime zones "+dates.Rules().String())
}

// probe answers a probe in a few words.
func probe(w http.ResponseWriter, r *http.Request, status int, word string) {
	httpapi.SecurityHeaders(w.Header(), r)
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	_, _ = fmt.Fprintln(w, word) // The prober may be gone.
}

// Document returns the OpenAPI document of a deployment; it needs no store.
func Document(d Definition, at deployment.Deployment, open bool, version string) ([]byte, error) {
	api := httpapi.NewAPI(&request.Env{
		Deployment: at, Resources: d.Resources, AuthDisabled: open, Limits: param.DefaultLimits(),
	})
	d.Register(api)
	api.RegisterMedia()
	api.RegisterSeries()
	api.RegisterBatch()
	api.RegisterWebhooks()
	api.RegisterUndo()
	api.RegisterChanges()
	return api.Document(version)
}
