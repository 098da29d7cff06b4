package cli

import (
	"context"
	"errors"

	"github.com/urfave/cli/v3"

	"almanac/runtime/service"
	"almanac/runtime/store"
)

// openDatabase opens the service for a command on the database alone: users, tokens, logs.
func openDatabase(ctx context.Context, c *cli.Command, config service.Config) (*service.Service, error) {
	p := programOf(c)
	config.Database, config.Deployment, config.Options.Application = c.String("database"), p.Service.Deployment(), p.Name
	s, err := service.Open(ctx, p.Service, config)
	return s, settingErr(openSetting(err), err)
}

// cacheBytes is how many bytes of an SQLite file a command on records keeps in memory:
// an import changes thousands of pages in each transaction.
const cacheBytes = 64 << 20

// WithService opens the service as the administrator, with the hooks of the program,
// for a command that works on records and has the flags of DeploymentFlags; do gets
// it, then it is closed.
func (p *Program) WithService(ctx context.Context, c *cli.Command, do func(*service.Service) error) error {
	config := service.Config{
		Database: c.String("database"), Open: true, Options: store.Options{Application: p.Name, CacheBytes: cacheBytes},
	}
	if err := setDeployment(c, &config); err != nil {
		return err
	}
	s, err := service.Open(ctx, p.Service, config)
	if err != nil {
		return settingErr(openSetting(err), err)
	}
	return errors.Join(do(s), s.Close())
}
