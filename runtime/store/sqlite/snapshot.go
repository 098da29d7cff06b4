package sqlite

import (
	"context"
	"strconv"

	"almanac/runtime/store"
)

// Snapshot reads the data version of the connection that watches.  The number is
// one for each connection, so the snapshot ID names the connection too.
func (p *engine) Snapshot(ctx context.Context) (store.SnapshotID, error) {
	var m store.SnapshotID
	err := p.watcher.use(ctx, func(c *connection) error {
		return c.Query(ctx, store.Statement{SQL: "PRAGMA data_version", RunToCompletion: true, ScanRow: func(row store.Row) error {
			var version int64
			err := row.Scan(&version)
			m = store.SnapshotID(strconv.FormatUint(c.serial, 10) + "/" + strconv.FormatInt(version, 10))
			return err
		}})
	})
	return m, err
}

// BatchAt runs a batch; the connections that read do not know the snapshot.
func (p *engine) BatchAt(ctx context.Context, list []store.Statement) (store.SnapshotID, error) {
	return "", p.Batch(ctx, list)
}
