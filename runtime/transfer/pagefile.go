package transfer

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"almanac/runtime/model"
	"almanac/runtime/transfer/rawjson"
)

// write writes one page, a record to a line.
func (ex *exporter) write(k *model.Resource, page, pages int64, total int, lines []json.RawMessage) error {
	list := ex.env.Deployment.APIURL() + "/" + k.Plural
	var b bytes.Buffer
	fmt.Fprintf(&b, "{%q:[", k.Plural)
	b.Write(joined(lines))
	b.WriteString("\n],\n")
	link := func(name string, n int64) {
		fmt.Fprintf(&b, "%q:%s,\n", name, rawjson.Encode(fmt.Sprintf("%s?page=%d&per_page=%d", list, n, PageSize)))
	}
	link("rest_url", page)
	if page < pages {
		link("next_rest_url", page+1)
	}
	if page > 1 {
		link("previous_rest_url", page-1)
	}
	if !ex.options.Since.IsZero() {
		fmt.Fprintf(&b, "%q:%q,\n", sinceMember, ex.options.Since.UTC().Format(time.DateTime))
	}
	fmt.Fprintf(&b, "\"total\":%d,\n\"total_pages\":%d}\n", total, pages)
	return create(ex.path(k, page), b.Bytes())
}

// create makes a file that its owner alone can read; one that is there is an
// error.
func create(path string, content []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600) //nolint:gosec // The operator names the file.
	switch {
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("%s exists: export to an empty folder", path)
	case err != nil:
		return err
	}
	_, err = f.Write(content)
	return errors.Join(err, f.Close())
}
