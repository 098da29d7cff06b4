package transfer

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"sync"
	"unicode/utf8"

	"almanac/runtime/model"
	"almanac/runtime/transfer/rawjson"
)

// listFiles returns the files that the sources name: files themselves, and the
// *.json files of folders in the order of their names.
func listFiles(sources []string) ([]string, error) {
	var files []string
	for _, source := range sources {
		info, err := os.Stat(source)
		if err != nil {
			return nil, fmt.Errorf("open %s: %w", source, errors.Unwrap(err))
		}
		if !info.IsDir() {
			files = append(files, source)
			continue
		}
		found, err := filepath.Glob(filepath.Join(escapeGlob(source), "*.json"))
		if err != nil {
			return nil, fmt.Errorf("read the directory %s: %w", source, err)
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("%s contains no *.json files", source)
		}
		sort.Strings(found)
		files = append(files, found...)
	}
	if len(files) == 0 {
		return nil, errors.New("specify at least one file or directory to import")
	}
	return files, nil
}

// escapeGlob makes a path stand for itself in a pattern.
func escapeGlob(path string) string {
	var b bytes.Buffer
	for _, r := range path {
		if bytes.ContainsRune([]byte(`*?[`), r) {
			b.WriteString("[" + string(r) + "]")
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// Reader reads files into records.
type Reader struct {
	resources []*model.Resource
	texts     *texts // Where records keep their texts.
	Problems  []Problem
	partial   bool       // What the sources leave out is here already.
	inside    *sync.Map  // What was found inside of other records, by sighting; nil to take it each time.
	deleted   []deletion // What is gone where the sources come from.
	images    []imagePage
	identity  *identityRecord // Nil for none.
	series    map[*model.Resource][]json.RawMessage
}

// NewReader returns a reader of records for the import.
func (im *Importer) NewReader() *Reader { return &Reader{resources: im.Env.Resources, texts: im.texts} }

// sighting is a record inside of another, to the letter.
type sighting struct {
	resource *model.Resource
	sum      [sha256.Size]byte
}

// byteOrderMark may begin a file that an editor has saved.
const byteOrderMark = "\ufeff"

// file returns the records of one file, those inside of events included.  The
// error is one sentence that names the file; nothing of it is taken then.
func (rd *Reader) file(path string) ([]*Record, error) {
	content, err := os.ReadFile(path) //nolint:gosec // The operator names the file.
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, errors.Unwrap(err))
	}
	return rd.Content(bytes.TrimPrefix(content, []byte(byteOrderMark)), path)
}

// Content returns the records of what a file or a response holds; path says
// where it is from.
func (rd *Reader) Content(content []byte, path string) ([]*Record, error) {
	if !utf8.Valid(content) || !json.Valid(content) {
		return nil, fmt.Errorf("%s is not JSON", path)
	}
	members := rawjson.Members(content)
	if members == nil {
		return nil, fmt.Errorf("%s is JSON, but neither a list of records nor a record", path)
	}
	if k := rd.single(members); k != nil {
		return rd.item(k, bytes.TrimSpace(content), path, path, true), nil
	}
	list, err := rd.Pages(members, path)
	if gone, ok := members[deletedMember]; ok && err != nil {
		return nil, rd.deletions(gone, path)
	}
	if _, ok := members[mediaMember]; ok && err != nil {
		return nil, rd.imagePage(content, path)
	}
	if raw, ok := members[identityMember]; ok && err != nil {
		return nil, rd.identityOf(raw, path)
	}
	return list, err
}

// single returns the resource of a record, nil when the members are none.
func (rd *Reader) single(members map[string]json.RawMessage) *model.Resource {
	r := Record{Members: members}
	if _, ok := r.Number("id"); !ok {
		return nil
	}
	for _, k := range rd.resources {
		_, named := r.Value(k.NameField).(string)
		if named && (k.Post && r.Value("taxonomy") == nil || k.Term && r.Text("taxonomy") == k.Taxonomy) {
			return k
		}
	}
	return nil
}

// Single returns the record of a resource that a response shows, and those inside of it.
func (rd *Reader) Single(k *model.Resource, content []byte, path string) ([]*Record, error) {
	r := Record{Members: rawjson.Members(content)}
	isKind := r.member(k.NameField) != nil && (!k.Term || r.Text("taxonomy") == k.Taxonomy)
	if !json.Valid(content) || !utf8.Valid(content) || !isKind {
		return nil, fmt.Errorf("%s is not a %s", path, k.Name)
	}
	return rd.item(k, bytes.TrimSpace(content), path, path, true), nil
}

// Pages returns the records of a list.
func (rd *Reader) Pages(members map[string]json.RawMessage, path string) ([]*Record, error) {
	var all []*Record
	lists := 0
	if _, ok := members[sinceMember]; ok {
		rd.partial = true
	}
	for _, k := range rd.resources {
		if raw, ok := members[k.SeriesRoute]; ok && k.SeriesRoute != "" {
			lists++
			if rd.series == nil {
				rd.series = map[*model.Resource][]json.RawMessage{}
			}
			rd.series[k] = append([]json.RawMessage{}, rawjson.Elements(raw)...)
		}
		list, ok := Listed(listOf(members, k))
		if !ok {
			continue
		}
		lists++
		for i, item := range list {
			all = append(all, rd.item(k, item, fmt.Sprintf("%s, number %d of %s", path, i+1, k.Plural), path, true)...)
		}
	}
	if lists == 0 {
		return nil, fmt.Errorf("%s is JSON, but neither a list of records nor a record", path)
	}
	return all, nil
}

// listOf returns what stands under the name of the lists of a resource, or under that which
// they had in an earlier release.
func listOf[T any](members map[string]T, k *model.Resource) T {
	if of, ok := members[k.Plural]; ok || k.FormerPlural == "" {
		return of
	}
	return members[k.FormerPlural]
}

// Listed returns the elements of a list, false if it is none.  The Events Calendar
// writes a list whose numbers have gaps as an object with the numbers as names.
func Listed(raw json.RawMessage) ([]json.RawMessage, bool) {
	if bytes.HasPrefix(raw, []byte("[")) {
		return rawjson.Elements(raw), true
	}
	var list []json.RawMessage
	var numbered map[int]json.RawMessage
	if json.Unmarshal(raw, &numbered) != nil || numbered == nil {
		return nil, false
	}
	for _, n := range slices.Sorted(maps.Keys(numbered)) {
		list = append(list, numbered[n])
	}
	return list, true
}

// item returns one element of a list; where says where it stands.
func (rd *Reader) item(k *model.Resource, raw json.RawMessage, where, path string, own bool) []*Record {
	if !bytes.HasPrefix(raw, []byte("{")) {
		rd.Problems = append(rd.Problems, Problem{Resource: k.Name, Text: "is not an object (" + where + ")", Skipped: true})
		return nil
	}
	all := rd.record(k, raw, path, own)
	if all == nil {
		rd.Problems = append(rd.Problems, Problem{
			Resource: k.Name, Text: "has no valid ID (" + where + ")", Skipped: true,
		})
	}
	return all
}

// record returns one record and those inside of it, nil if it has no ID that a record can
// have.
func (rd *Reader) record(k *model.Resource, raw json.RawMessage, path string, own bool) []*Record {
	r := &Record{Resource: k, Own: own, File: path}
	inside := r.take(raw, rd.texts)
	if r.ID == 0 {
		return nil
	}
	all := []*Record{r}
	for i, link := range k.Links {
		for _, element := range inside[i] {
			if !bytes.HasPrefix(element, []byte("{")) || r.linked && rawjson.Member(element, "id") == nil {
				continue // An id alone says nothing of the record, and an export has the others by themselves.
			}
			// Most events share their venue and their terms with others, which are read once.
			same := sighting{link.Target, sha256.Sum256(element)}
			if rd.inside != nil {
				if _, known := rd.inside.Load(same); known {
					continue
				}
			}
			found := rd.item(link.Target, element, fmt.Sprintf("%s, in %s %d", path, k.Name, r.ID), path, false)
			all = append(all, found...)
			if rd.inside != nil && len(found) > 0 { // What is no record is reported each time.
				rd.inside.Store(same, true)
			}
		}
	}
	return all
}
