package sqlite

import (
	"encoding/binary"
	"sync"

	"modernc.org/libc"
	"modernc.org/libc/sys/types"
	lib "modernc.org/sqlite/lib"
)

// pooledPages is how many pages all connections of the program to SQLite files keep
// together, those of the tables that a statement makes for itself included: 6.4 MiB.
// With a third less, lists and single reads call the system for 5 to 18 % more pages;
// with half as many again, for no fewer.
const pooledPages = 1536

// pooledSize is the size in bytes of the pages that are pooled: that of every file
// that the service has made.  Larger ones are allocated one by one.
const pooledSize = 4096

// poolPages gives SQLite the memory for its pages in one piece.  It changes nothing
// where some other package has opened a file before, as SQLite takes it at its start
// alone, once for the whole program; so this is kept here and not by a store.
//
// Without it each page is allocated by itself, and the driver's allocator knows only
// powers of two: a page and its header take 8 KiB of it instead of 4.3.  Nor is there a
// bound then.  Connections share the sum of their cache_size, to which each table that a
// running statement has made for itself, as for a list of ids, adds 2 MB.
var poolPages = sync.OnceFunc(func() {
	tls := libc.NewTLS()
	defer tls.Close()
	size := pooledSize + pageHeader(tls)
	pool := libc.Xmalloc(tls, types.Size_t(pooledPages*size))
	if pool == 0 {
		return
	}
	if !configureLibrary(tls, lib.SQLITE_CONFIG_PAGECACHE, pool, size, int32(pooledPages)) {
		libc.Xfree(tls, pool)
	}
})

// pageHeader returns how many bytes SQLite keeps beside each page.
func pageHeader(tls *libc.TLS) int32 {
	const length = 4
	size := libc.Xcalloc(tls, 1, length)
	defer libc.Xfree(tls, size)
	configureLibrary(tls, lib.SQLITE_CONFIG_PCACHE_HDRSZ, size)
	return int32(binary.NativeEndian.Uint32(libc.GoBytes(size, length))) //nolint:gosec // SQLite keeps some hundred bytes.
}

// configureLibrary calls sqlite3_config, and reports whether SQLite agreed.
func configureLibrary(tls *libc.TLS, option int32, args ...any) bool {
	list := libc.NewVaList(args...)
	defer libc.Xfree(tls, list)
	return lib.Xsqlite3_config(tls, option, list) == lib.SQLITE_OK
}
