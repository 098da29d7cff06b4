package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	ucli "github.com/urfave/cli/v3"

	"almanac/cmd/almanac/internal/importer/fetch"
	"almanac/cmd/almanac/internal/importer/pictures"
	"almanac/cmd/almanac/internal/importer/site"
	"almanac/generated"
	"almanac/runtime/cli"
	"almanac/runtime/media"
	"almanac/runtime/service"
	"almanac/runtime/transfer"
)

// siteFlags are the flags for reading a site.
func siteFlags() []ucli.Flag {
	return []ucli.Flag{
		&ucli.StringFlag{
			Name: "user", Usage: "`USER` on the source site, to import drafts and trashed records too; needs --password-file",
		},
		&ucli.StringFlag{
			Name:  "password-file",
			Usage: "`FILE` whose first line is the password, such as an application password; -: standard input",
		},
		&ucli.StringFlag{
			Name: "ca", Usage: "`FILE` of certificates to trust in addition to the system's",
		},
		&ucli.BoolFlag{Name: "allow-plain-http", Usage: "allow sending the password over unencrypted http://"},
		&ucli.Float64Flag{Name: "rate", Value: fetch.DefaultRate, Usage: "maximum `REQUESTS` per second"},
		&ucli.StringFlag{
			Name:  "event-ids",
			Usage: "`IDS` of hidden events to import too, such as 7,12-20; one request each",
		},
		&ucli.StringFlag{Name: "scan-ids", Usage: "look for hidden events with IDs `FROM-TO`; one request each"},
		&ucli.BoolFlag{
			Name: "follow",
			Usage: "repeat until stopped; also pick up changes that did not update the modified date; " +
				"move events deleted on the source to the trash",
		},
		&ucli.DurationFlag{Name: "every", Value: 10 * time.Minute, Usage: "`TIME` between two runs with --follow"},
		&ucli.BoolFlag{Name: "skip-broken-pages", Usage: "continue after a page that cannot be read; the report lists it"},
		&ucli.StringFlag{
			Name: "images", Value: "copy",
			Usage: "`MODE` for pictures: copy, or link (keep URLs only; the old site must stay online)",
		},
		&ucli.StringFlag{
			Name: "files", Usage: "`MODE` for linked files such as PDFs: copy or link; default: same as --images",
		},
		&ucli.StringSliceFlag{
			Name: "image-host", Usage: "also copy pictures from `HOST`, such as the site's CDN; repeatable",
		},
		&ucli.Float64Flag{Name: "image-rate", Value: defaultImageRate, Usage: "maximum `FILES` per second"},
		&ucli.StringFlag{
			Name: "keep",
			Usage: "`DIR` for temporary downloads; default: next to the SQLite file, or, " +
				"with PostgreSQL, in the user's cache",
		},
	}
}

// importSite imports records from a site.
func importSite(ctx context.Context, p *cli.Program, c *ucli.Command, options transfer.Options) error {
	settings, err := siteSettings(ctx, c)
	if err != nil {
		return err
	}
	return p.WithService(ctx, c, func(a *service.Service) error {
		if settings.Pictures != nil && a.Env.Media == nil {
			return errors.New("there is no media store for the pictures of the site: set --media file:DIR, or use --images " +
				"link to leave them where they are")
		}
		report, err := site.Import(ctx, a.API, settings, options)
		if err != nil || settings.Follow == "" {
			return cli.PrintReport(c, report, err)
		}
		return follow(ctx, c, a, settings, options, report)
	})
}

// follow imports a site again and again until it is interrupted.  A reading that
// fails is reported, and the next one follows all the same.
func follow(ctx context.Context, c *ucli.Command, a *service.Service, settings site.Site, options transfer.Options,
	report transfer.Report,
) error {
	var err error
	for {
		if err = cli.PrintReport(c, report, err); err != nil {
			_, _ = fmt.Fprintln(c.Root().ErrWriter, err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(c.Duration("every")):
		}
		if report, err = site.Import(ctx, a.API, settings, options); ctx.Err() != nil {
			return nil
		}
	}
}

// siteSettings reads the flags for a site.  An error is one sentence.
func siteSettings(ctx context.Context, c *ucli.Command) (site.Site, error) {
	var s site.Site
	if c.Args().Len() != 1 {
		return s, cli.Misuse(errors.New("import takes either one address or files"))
	}
	if c.Bool("delete") {
		return s, errors.New("--delete is for exports only: a site does not list deleted records; use --follow instead")
	}
	err := checkFollow(c)
	if err != nil {
		return s, err
	}
	if s.Events, err = idRanges("event-ids", c.String("event-ids")); err != nil {
		return s, err
	}
	if s.Scan, err = idRanges("scan-ids", c.String("scan-ids")); err != nil {
		return s, err
	}
	s.SkipBroken = c.Bool("skip-broken-pages")
	s.Fetch = fetch.Options{
		Namespace: generated.Service().Namespace, User: c.String("user"), PlainHTTP: c.Bool("allow-plain-http"),
		Rate: c.Float64("rate"),
		Say:  func(text string) { _, _ = fmt.Fprintln(c.Root().ErrWriter, text) },
	}
	if s.Fetch.Rate <= 0 || s.Fetch.Rate > maxRequestRate {
		return s, fmt.Errorf("--rate must be more than 0 and at most %d requests per second", maxRequestRate)
	}
	switch {
	case c.IsSet("user") != c.IsSet("password-file"), c.IsSet("user") && s.Fetch.User == "":
		return s, errors.New("--user and --password-file go together: set both or neither")
	case c.IsSet("user"):
		if s.Fetch.Password, err = cli.FirstLine(c, c.String("password-file")); err != nil {
			return s, err
		}
	}
	if s.Fetch.Authorities, err = authorities(c.String("ca")); err != nil {
		return s, err
	}
	if s.Pictures, err = pictureOptions(c, s.Fetch); err != nil {
		return s, err
	}
	if s.Base, err = fetch.Discover(ctx, c.Args().First(), s.Fetch); err != nil {
		return s, err
	}
	if s.Fetch.Folder, err = workDir(c, s.Base); err == nil && c.Bool("follow") {
		s.Follow = s.Fetch.Folder + "-" + digest(s.Fetch.User) + ".json"
	}
	return s, err
}

// defaultImageRate is how many files a second are read when nothing is said: they cost a
// site less than records.
const defaultImageRate = 10

// pictureOptions reads the flags for pictures and other files; nil when all stay where they
// are.
func pictureOptions(c *ucli.Command, of fetch.Options) (*pictures.Options, error) {
	rate := c.Float64("image-rate")
	images, files := c.String("images"), cmp.Or(c.String("files"), c.String("images"))
	for flag, how := range map[string]string{"images": images, "files": files} {
		if how != "copy" && how != "link" {
			return nil, fmt.Errorf("--%s must be copy or link, not %q", flag, how)
		}
	}
	switch {
	case images == "link" && files == "link" && (c.IsSet("image-host") || c.IsSet("image-rate")):
		return nil, errors.New("--image-host and --image-rate require --images copy")
	case rate <= 0 || rate > maxRequestRate:
		return nil, fmt.Errorf("--image-rate must be more than 0 and at most %d files per second", maxRequestRate)
	case images == "link" && files == "link":
		return nil, nil
	}
	o := &pictures.Options{
		Hosts: c.StringSlice("image-host"), Limits: media.DefaultLimits(), DryRun: c.Bool("dry-run"),
		LinkPictures: images == "link", LinkFiles: files == "link",
		Fetch: fetch.Options{Rate: rate, Authorities: of.Authorities, Say: of.Say},
	}
	if c.IsSet("site-url") {
		o.SiteURL = strings.TrimRight(c.String("site-url"), "/")
	}
	return o, nil
}

// checkFollow rejects flags that do not go with the repetition of an import.
func checkFollow(c *ucli.Command) error {
	switch {
	case !c.Bool("follow") && c.IsSet("every"):
		return errors.New("--every requires --follow")
	case c.Bool("follow") && (c.IsSet("since") || c.Bool("dry-run")):
		return errors.New("--follow imports everything: omit --since and --dry-run")
	case c.Duration("every") < time.Second:
		return errors.New("--every must be one second or more")
	}
	return nil
}

// authorities reads the certificates of a file, beside those of the system; nil
// without a file.
func authorities(path string) (*x509.CertPool, error) {
	if path == "" {
		return nil, nil
	}
	content, err := os.ReadFile(path) //nolint:gosec // The operator names the file.
	if err != nil {
		return nil, fmt.Errorf("--ca: %w", err)
	}
	pool, err := x509.SystemCertPool()
	if err != nil {
		pool = x509.NewCertPool()
	}
	if !pool.AppendCertsFromPEM(content) {
		return nil, fmt.Errorf("--ca: %s contains no PEM certificate", path)
	}
	return pool, nil
}

// maxRequestRate is the highest value of --rate.
const maxRequestRate = 1000

// maxIDs is the maximum number of IDs in --event-ids and --scan-ids.
const maxIDs = 100_000

// idRanges reads the ids and ranges of them of a flag, such as 7,12-20.
func idRanges(flag, text string) ([]int64, error) {
	var ids []int64
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		low, high, isRange := strings.Cut(part, "-")
		if !isRange {
			high = low
		}
		from, err := strconv.ParseInt(low, 10, 53)
		to, errTo := strconv.ParseInt(high, 10, 53)
		if err != nil || errTo != nil || from < 1 || to < from {
			return nil, fmt.Errorf("--%s must be IDs and ranges such as 7,12-20, not %q", flag, part)
		}
		if to-from >= maxIDs-int64(len(ids)) {
			return nil, fmt.Errorf("--%s lists more than %d events", flag, maxIDs)
		}
		for id := from; id <= to; id++ {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

// workDir returns the directory for downloads from a site, one for each site and
// database.
func workDir(c *ucli.Command, base fetch.Base) (string, error) {
	if dir := c.String("keep"); dir != "" {
		return dir, nil
	}
	if path := cli.DatabaseFile(c); path != "" {
		return path + ".import-" + digest(base.String()), nil
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("set --keep to a directory: %w", err)
	}
	return filepath.Join(cache, "almanac", "import-"+digest(c.String("database")+" "+base.String())), nil
}

// digest shortens a text to a part of a file name.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:6])
}
