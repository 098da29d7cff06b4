package dataset

import "almanac/runtime/model"

// chunkSize is how many records are in memory at once.
const chunkSize = 5000

// chunk is some records of one kind, in the order of their ids.
type chunk struct {
	kind    *model.Resource
	records []Record
}

// chunks makes all records, terms before posts and what is linked to before
// what links, while the one before is being written.  It ends early when done
// is closed.
func (s *Set) chunks(done <-chan struct{}) <-chan chunk {
	out := make(chan chunk, 1)
	go func() {
		defer close(out)
		for _, part := range []struct {
			count int
			make  func(int) Record
		}{
			{s.Size.Categories, s.Category},
			{s.Size.Tags, s.Tag},
			{s.Size.Venues, s.Venue},
			{s.Size.Organizers, s.Organizer},
			{s.Size.Events, s.Event},
		} {
			for begin := 0; begin < part.count; begin += chunkSize {
				c := chunk{records: make([]Record, 0, chunkSize)}
				for i := begin; i < min(begin+chunkSize, part.count); i++ {
					c.records = append(c.records, part.make(i))
				}
				c.kind = c.records[0].Resource()
				select {
				case out <- c:
				case <-done:
					return
				}
			}
		}
	}()
	return out
}
