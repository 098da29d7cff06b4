// Package app wires the service together: it opens the store, brings its
// schema up to date, and makes the HTTP handler of a deployment from runtime
// and the generated resources.
package app

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
	"time"

	"almanac/cmd/internal/pages"
	"almanac/generated"
	"almanac/runtime/admission"
	"almanac/runtime/apierror"
	"almanac/runtime/auth"
	"almanac/runtime/deployment"
	"almanac/runtime/httpapi"
	"almanac/runtime/maintain"
	"almanac/runtime/mutate"
	"almanac/runtime/outbox"
	"almanac/runtime/param"
	"almanac/runtime/request"
	"almanac/runtime/store"
	"almanac/runtime/store/migrate"
	"almanac/runtime/store/open"
)

// Config is everything that an operator can choose about one server.
type Config struct {
	Database   string // "sqlite:PATH" or "postgres://...".
	Deployment deployment.Deployment
	Open       bool           // Everybody acts as the administrator.
	Pages      bool           // Serve pages for people at "/" and at the addresses of records.
	Migrate    bool           // Bring a PostgreSQL schema up to date at start.
	Origins    []string       // Origins that browsers may write from.
	Hosts      []string       // Host names that open mode answers to, beside loopback names and the site's.
	Proxies    []netip.Prefix // Networks whose word about the client's address counts.
	Limits     param.Limits   // What one request may send; zero fields mean the defaults.
	Admission  admission.Admission
	SignIn     auth.Limits               // What passwords may take; zero fields mean the defaults.
	Namesakes  bool                      // Take a database in which two users could sign in by one name: to give them others.
	Hooks      []mutate.Hook             // The program has those of Hooks().
	Topics     map[string]outbox.Handler // Deliver entries of the outbox; the program has those of Topics().
	Migrations fs.FS                     // Nil for those of this program.
	Clock      func() time.Time          // Nil for the clock of the machine.
	Log        *slog.Logger              // Nil for the default logger.
	LogLevel   *slog.LevelVar            // Of Log, so that it can change while the service runs; may be nil.
	CacheBytes int64                     // Bytes that kept answers may take; 0 for DefaultCache, negative to keep none.
	Options    store.Options
	// MigrateDatabase is the URL of the database for Migrate, where Database leads
	// through a pooler; "" for Database.
	MigrateDatabase string
	OnRequest       func(context.Context, httpapi.Ended) // Called at the end of each request; may be nil.
}

// DefaultCache is how many bytes kept answers may take where nothing is said.
const DefaultCache = 24 << 20

// App is an opened service.
type App struct {
	Env    *request.Env
	API    *httpapi.API
	Store  *store.Store
	Outbox *outbox.Worker

	onRequest func(context.Context, httpapi.Ended)
}

// Migrations returns the SQL that makes the tables, a directory for each store.
func Migrations() fs.FS {
	sub, err := fs.Sub(generated.Migrations, "migrations")
	if err != nil {
		panic(err) // The directory is embedded: a programming error.
	}
	return sub
}

// Open opens the store and makes the service.  SQLite brings its schema up to
// date by itself, unless data would be lost; PostgreSQL does so only when asked,
// else a schema that is behind is an error.
func Open(ctx context.Context, c Config) (*App, error) {
	if c.Log == nil {
		c.Log = slog.Default()
	}
	if c.Clock == nil {
		c.Clock = time.Now
	}
	if c.Migrations == nil {
		c.Migrations = Migrations()
	}
	c.Log = slog.New(httpapi.LogRequests(c.Log.Handler()))
	c.Options.Log = c.Log
	s, err := open.Store(ctx, c.Database, c.Options)
	if err != nil {
		return nil, err
	}
	a, err := assemble(ctx, s, c)
	if err != nil {
		_ = s.Close() // The first error tells more.
		return nil, err
	}
	return a, nil
}

// assemble makes the service on an opened store.
func assemble(ctx context.Context, s *store.Store, c Config) (*App, error) {
	err := prepare(ctx, s, c)
	var same *auth.DuplicateNamesError
	if err != nil && (!c.Namesakes || !errors.As(err, &same)) {
		return nil, err
	}
	users := auth.NewUsers(s, c.Clock, c.SignIn)
	if c.Open {
		if _, err := users.EnsureFirstUser(ctx); err != nil {
			return nil, err
		}
	}
	env := &request.Env{
		Store: s, Users: users, Deployment: c.Deployment, Resources: generated.Resources(), Clock: c.Clock, Log: c.Log,
		AuthDisabled: c.Open, Limits: c.Limits, Admission: c.Admission, AllowedOrigins: c.Origins, Hosts: c.Hosts, TrustedProxies: c.Proxies,
		CacheBytes: cmp.Or(c.CacheBytes, DefaultCache),
	}
	api := httpapi.NewAPI(env, c.Hooks...)
	generated.Register(api)
	if c.Pages {
		api.Pages = pages.New(api, show()).Lookup
	}
	a := &App{Env: env, API: api, Store: s, onRequest: c.OnRequest}
	a.Outbox = newWorker(a, c)
	return a, nil
}

// prepare makes sure that the schema is one this program works with.
func prepare(ctx context.Context, s *store.Store, c Config) error {
	if c.Migrate && c.MigrateDatabase != "" {
		if err := migrateDirectly(ctx, c); err != nil {
			return err
		}
	} else if s.Dialect() == store.SQLite || c.Migrate {
		return Migrate(ctx, s, c.Migrations, c.Log)
	}
	pending, err := migrate.Pending(ctx, s, c.Migrations)
	if err == nil && len(pending) > 0 {
		err = fmt.Errorf("the database schema is not up to date (migration %s is pending): start with --migrate, or run almanac migrate up", pending[0])
	}
	if err != nil {
		return err
	}
	return auth.RefreshNames(ctx, s)
}

// Migrate brings the schema up to date, and then the columns that an earlier
// program computed otherwise, and what users sign in by.  An error about data that would be lost says how
// to allow it.
func Migrate(ctx context.Context, s *store.Store, files fs.FS, log *slog.Logger, options ...migrate.Option) error {
	_, err := migrate.Up(ctx, s, files, log, options...)
	var lossy *migrate.DestructiveError
	if errors.As(err, &lossy) {
		return fmt.Errorf("%w: almanac migrate plan shows the SQL; to let it happen run almanac migrate up --allow-destructive", err)
	}
	if err != nil {
		return err
	}
	if err := maintain.Recompute(ctx, s, generated.Resources(), log); err != nil {
		return err
	}
	return auth.RefreshNames(ctx, s)
}

// Close closes the store.
func (a *App) Close() error { return a.Store.Close() }

// Handler returns the whole service: the interface below its root, and the
// probes beside it.
func (a *App) Handler() http.Handler {
	mux := a.Probes()
	below := a.Env.Deployment.APIPath() + "/"
	return httpapi.Watch(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, below) {
			a.API.ServeHTTP(w, r) // No probe is there: most requests need not be looked up.
			return
		}
		if h, pattern := mux.Handler(r); pattern != "" {
			_, path, _ := strings.Cut(pattern, " ")
			httpapi.SetRoute(r, path)
			h.ServeHTTP(w, r)
			return
		}
		a.API.ServeHTTP(w, r)
	}), a.onRequest)
}

// Probes returns the routes /livez, whether the process runs, and /readyz,
// whether it can answer requests.
func (a *App) Probes() *http.ServeMux {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /livez", func(w http.ResponseWriter, r *http.Request) { probe(w, r, http.StatusOK, "ok") })
	mux.HandleFunc("GET /readyz", a.ready)
	return mux
}

// ready tells whether the service can answer: whether its store can.
func (a *App) ready(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
	defer cancel()
	if err := a.Store.Ping(ctx); err != nil {
		a.Env.Log.WarnContext(ctx, "readiness check failed", "error", err)
		word := apierror.CodeUnavailable
		if errors.Is(err, store.ErrFileMoved) {
			word = store.ErrFileMoved.Error()
		}
		probe(w, r, http.StatusServiceUnavailable, word)
		return
	}
	probe(w, r, http.StatusOK, "ok")
}

// probe answers a probe in a few words.
func probe(w http.ResponseWriter, r *http.Request, status int, word string) {
	httpapi.SecurityHeaders(w.Header(), r)
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	_, _ = fmt.Fprintln(w, word) // The prober may be gone.
}

// Document returns the OpenAPI document of a deployment; it needs no store.
func Document(d deployment.Deployment, open bool, version string) ([]byte, error) {
	api := httpapi.NewAPI(&request.Env{Deployment: d, Resources: generated.Resources(), AuthDisabled: open, Limits: param.DefaultLimits()})
	generated.Register(api)
	return api.Document(version)
}
