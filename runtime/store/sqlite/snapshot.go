package sqlite

import (
	"context"
	"strconv"

	"almanac/runtime/store"
)

// Moment reads the data version of the connection that looks.  The number is
// one for each connection, so the moment names the connection too.
func (p *litePool) Moment(ctx context.Context) (store.Moment, error) {
	var m store.Moment
	err := p.looking.use(ctx, func(c *liteConn) error {
		return c.Query(ctx, store.Statement{SQL: "PRAGMA data_version", Brief: true, Each: func(row store.Row) error {
			var version int64
			err := row.Scan(&version)
			m = store.Moment(strconv.FormatUint(c.serial, 10) + "/" + strconv.FormatInt(version, 10))
			return err
		}})
	})
	return m, err
}

// BatchAt runs a batch; the connections that read do not know the moment.
func (p *litePool) BatchAt(ctx context.Context, list []store.Statement) (store.Moment, error) {
	return "", p.Batch(ctx, list)
}
