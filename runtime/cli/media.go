package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"text/tabwriter"
	"time"

	"github.com/urfave/cli/v3"

	"almanac/runtime/images"
	"almanac/runtime/media"
	"almanac/runtime/service"
	"almanac/runtime/store"
	"almanac/runtime/store/open"
)

// mediaCommand is about the images of a service and their files.
func mediaCommand(p *Program) *cli.Command {
	flags := func() []cli.Flag { return []cli.Flag{databaseFlag(p), mediaFlag()} }
	return &cli.Command{Name: "media", Usage: "Manage images and their files", Commands: []*cli.Command{
		{Name: "list", Usage: "List images", Flags: flags(), Action: withMedia(listImages)},
		{
			Name: "orphans", Usage: "List files that belong to no image", Flags: flags(),
			Action: withMedia(p.orphans("found", func(context.Context, media.Store, string) error {
				return nil
			})),
			Description: "Interrupted uploads leave files like these behind. Files less than an hour old are not listed.",
		},
		{
			Name: "check", Usage: "List files that are missing from the media store", Flags: flags(),
			Action: withMedia(checkMedia),
		},
		{
			Name: "remove-orphans", Usage: "Remove files that belong to no image", Flags: flags(),
			Action: withMedia(p.orphans("removed", func(ctx context.Context, files media.Store, name string) error {
				return files.Remove(ctx, name)
			})),
		},
	}}
}

// openMedia returns the media store of a command, and nil where there is none.
func openMedia(c *cli.Command) (media.Store, error) {
	url := cmp.Or(c.String("media"), service.DefaultMedia(c.String("database")))
	if url == "" {
		return nil, nil
	}
	s, err := media.Open(url)
	if err != nil {
		return nil, InvalidSetting("media", "%w", err)
	}
	return s, nil
}

// mediaAction is what a command does with the images and files of a service.
type mediaAction func(ctx context.Context, c *cli.Command, s *store.Store, files media.Store) error

// withMedia returns an action on the database and the media store.
func withMedia(do mediaAction) cli.ActionFunc {
	return func(ctx context.Context, c *cli.Command) error {
		if c.Args().Present() {
			return plain(fmt.Errorf("%s takes no arguments, only flags: unexpected %q", nameOf(c), c.Args().First()))
		}
		files, err := openMedia(c)
		if err != nil {
			return err
		}
		if files == nil {
			return InvalidSetting("media", "must be set: there is no default with a PostgreSQL database")
		}
		s, err := open.Store(ctx, c.String("database"), store.Options{ReadOnly: true, MaxConns: 1})
		if err != nil {
			return settingErr("database", err)
		}
		return errors.Join(do(ctx, c, s, files), s.Close())
	}
}

// listImages prints a line for each image.
func listImages(ctx context.Context, c *cli.Command, s *store.Store, _ media.Store) error {
	table := tabwriter.NewWriter(c.Root().Writer, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, "ID\tUSER\tADDED\tBYTES\tADDRESS\tTITLE") // Flush returns what went wrong.
	err := images.All(ctx, s, func(i images.Row) error {
		_, err := fmt.Fprintf(table, "%d\t%d\t%s\t%d\t%s\t%s\n", i.ID, i.Author, i.Created, i.StoredBytes, i.URL, i.Title)
		return err
	})
	return errors.Join(err, table.Flush())
}

// orphans returns an action that calls do with each orphan, prints it, and then how many
// there were.
func (p *Program) orphans(done string, do func(ctx context.Context, files media.Store, name string) error) mediaAction {
	return func(ctx context.Context, c *cli.Command, s *store.Store, files media.Store) error {
		out, n, size := c.Root().Writer, 0, int64(0)
		err := images.Orphans(ctx, s, p.Service.Resources, files, time.Now(), func(i media.Info) error {
			n, size = n+1, size+i.Size
			if err := do(ctx, files, i.Name); err != nil {
				return err
			}
			_, err := fmt.Fprintf(out, "%s, %d bytes\n", i.Name, i.Size)
			return err
		})
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(out, "%s %d files, %d bytes\n", done, n, size)
		return err
	}
}

// checkMedia prints the files that are missing, and fails if there are some.
func checkMedia(ctx context.Context, c *cli.Command, s *store.Store, files media.Store) error {
	missing, err := images.Missing(ctx, s, programOf(c).Service.Resources, files)
	if err != nil {
		return err
	}
	for _, name := range missing {
		if _, err := fmt.Fprintln(c.Root().Writer, name); err != nil {
			return err
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("%d image files are missing from %s", len(missing), files)
	}
	_, err = fmt.Fprintln(c.Root().Writer, "no files are missing")
	return err
}

// The names of what a backup has beside its file: the files of a directory, or a list of
// those in a bucket, which has copies of its own.
const (
	mediaArchive  = ".media.tar"
	mediaManifest = ".media.txt"
)

// backUpMedia writes the files of the media store beside a backup. It writes nothing when
// there are none.
func backUpMedia(ctx context.Context, c *cli.Command, file string) error {
	s, err := openMedia(c)
	if s == nil || err != nil {
		return err
	}
	write, file, done := media.WriteArchive, file, "backed up"
	if _, is := s.(media.Dir); is {
		file += mediaArchive
	} else {
		write, file, done = media.WriteManifest, file+mediaManifest, "wrote the names of"
	}
	if _, err := os.Stat(file); err == nil && !c.Bool("force") {
		return fmt.Errorf("%s already exists: choose another file, or overwrite it with --force", file)
	}
	n, err := writeWhole(file, func(w io.Writer) (int, error) { return write(ctx, s, w) })
	if err != nil || n == 0 {
		return err
	}
	_, err = fmt.Fprintf(c.Root().Writer, "%s %d image files to %s\n", done, n, file)
	return err
}

// partialSuffix is the end of the name of a file that is not whole yet.
const partialSuffix = ".partial"

// writeWhole writes a file under another name and renames it when it is whole and on the
// disk. A file of which write returns 0 is not made.
func writeWhole(file string, write func(io.Writer) (int, error)) (int, error) {
	const mode = 0o600
	path := file + partialSuffix
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, mode) //nolint:gosec // The user names the file.
	if err != nil {
		return 0, err
	}
	n, err := write(f)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil || n == 0 {
		return n, errors.Join(err, os.Remove(f.Name()))
	}
	return n, os.Rename(f.Name(), file)
}

// checkWhole returns an error if the backup was interrupted when it wrote files of images.
func checkWhole(file string) error {
	for _, suffix := range []string{mediaArchive, mediaManifest} {
		partial := file + suffix + partialSuffix
		if _, err := os.Stat(partial); err == nil {
			return fmt.Errorf("%s is incomplete because the backup was interrupted: use another backup, or remove that file "+
				"to restore without it", partial)
		}
	}
	return nil
}

// checkRestored returns an error if images that were restored have no files.
func checkRestored(ctx context.Context, c *cli.Command, s *store.Store, file string) error {
	files, err := openMedia(c)
	if err != nil {
		return err
	}
	missing, err := images.Missing(ctx, s, programOf(c).Service.Resources, files)
	if err != nil || len(missing) == 0 {
		return err
	}
	where := "because --media is not set"
	if files != nil {
		where = "from " + files.String()
	}
	return fmt.Errorf("the database was restored, but %d image files are missing %s: take them from %s or from copies of "+
		"their bucket; run media check to list them", len(missing), where, file+mediaArchive)
}

// restoreMedia stores the files that a backup has beside it.
func restoreMedia(ctx context.Context, c *cli.Command, file string) error {
	f, err := os.Open(file + mediaArchive) //nolint:gosec // As above.
	if errors.Is(err, os.ErrNotExist) {
		return nil // See checkRestored.
	}
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // It was only read.
	s, err := openMedia(c)
	if err != nil {
		return err
	}
	if s == nil {
		return InvalidSetting("media", "must be set to restore the files in %s", f.Name())
	}
	n, err := media.ReadArchive(ctx, s, f)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.Root().Writer, "restored %d image files to %s\n", n, s)
	return err
}
