package transfer

import (
	"errors"
	goruntime "runtime"
	"sync"

	"golang.org/x/sync/errgroup"
)

type fileContent struct {
	reader  *Reader
	records []*Record
	err     error
}

// read reads the files, several at a time.
func (im *Importer) read(files []string) error {
	all := make([]fileContent, len(files))
	var work errgroup.Group
	work.SetLimit(goruntime.GOMAXPROCS(0))
	inside := &sync.Map{}
	for i, path := range files {
		work.Go(func() error {
			c := &all[i]
			c.reader = im.NewReader()
			c.reader.inside = inside
			c.records, c.err = c.reader.file(path)
			return nil
		})
	}
	_ = work.Wait() // What is wrong with a file stands beside it.
	return im.addFiles(all)
}

// addFiles adds what the files have, in their order.
func (im *Importer) addFiles(all []fileContent) error {
	rd := im.NewReader()
	var bad []error
	for _, c := range all {
		if c.err != nil {
			bad = append(bad, c.err)
			im.Report.Problems = append(im.Report.Problems, Problem{Text: c.err.Error(), Skipped: true})
			continue
		}
		im.Report.Files++
		im.Found.Add(c.records)
		rd.Problems = append(rd.Problems, c.reader.Problems...)
		rd.deleted = append(rd.deleted, c.reader.deleted...)
		im.images = append(im.images, c.reader.images...)
		im.identities = append(im.identities, c.reader.identity)
		im.series.add(c.reader.series)
		rd.partial = rd.partial || c.reader.partial
	}
	if im.Report.Files == 0 {
		return errors.Join(bad...)
	}
	im.Accept(rd)
	return nil
}

// Accept notes what a reader found beside records.
func (im *Importer) Accept(rd *Reader) {
	im.AddProblems(rd)
	im.Partial, im.Deleted = rd.partial, rd.deleted
}

// AddProblems reports the problems of a reader.
func (im *Importer) AddProblems(rd *Reader) {
	im.Report.Problems = append(im.Report.Problems, rd.Problems...)
	for _, p := range rd.Problems {
		im.Report.Add(Count{Resource: im.Env.Resource(p.Resource).Plural, Skipped: 1})
	}
}
