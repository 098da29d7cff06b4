package baseline

import (
	"context"
	"encoding/binary"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
)

// The statements that every connection has prepared, by their names.
const (
	pageLine     = "page"
	countLine    = "count"
	termsLine    = "terms"
	postsLine    = "posts"
	getLine      = "get"
	oneTermsLine = "terms_of_one"
	onePostsLine = "posts_of_one"
)

// prepareLine prepares the statements on a connection.
func prepareLine(ctx context.Context, c *pgx.Conn) error {
	for name, text := range map[string]string{
		pageLine: pageText(""), countLine: countText, termsLine: termsText + "= ANY($1)", postsLine: postsText + "= ANY($1)",
		getLine: getText,
		oneTermsLine: "SELECT " + termColumns +
			" FROM baseline_event_terms AS l JOIN baseline_terms AS p ON p.id = l.term_id WHERE l.event_id = $1",
		onePostsLine: "SELECT " + postColumns +
			" FROM baseline_event_posts AS l JOIN baseline_posts AS p ON p.id = l.post_id WHERE l.event_id = $1",
	} {
		if _, err := c.Prepare(ctx, name, text); err != nil {
			return err
		}
	}
	return nil
}

// question is a prepared statement with its arguments, in PostgreSQL's binary
// format, and who reads each row.
type question struct {
	of   string
	args [][]byte
	row  func(row [][]byte)
}

// ask sends all questions in one message and reads the responses.  It does by hand
// what a batch of the driver does, without what a batch of any statements needs.
func (p *pgDatabase) ask(ctx context.Context, questions ...question) error {
	c, err := p.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer c.Release()
	line := c.Conn().PgConn().StartPipeline(context.WithoutCancel(ctx))
	binaryFormat := []int16{pgtype.BinaryFormatCode}
	for _, q := range questions {
		line.SendQueryPrepared(q.of, q.args, binaryFormat, binaryFormat)
	}
	err = line.Sync()
	for i := 0; err == nil && i < len(questions); i++ {
		err = questions[i].read(line)
	}
	if closing := line.Close(); err == nil { // What is left is the end of the pipeline.
		err = closing
	}
	return err
}

// read reads the response to the question.
func (q question) read(line *pgconn.Pipeline) error {
	results, err := line.GetResults()
	if err != nil {
		return err
	}
	if rows, ok := results.(*pgconn.ResultReader); ok {
		for rows.NextRow() {
			q.row(rows.Values())
		}
		_, err = rows.Close()
	}
	return err
}

func eventRow(into *[]*Event) func([][]byte) {
	var to []any
	return func(row [][]byte) {
		e := new(Event)
		*into = append(*into, e)
		to = e.targets(to[:0])
		read(row, to)
	}
}

// linkRow reads rows of what events link to.
func linkRow[T any](into *[]T, targets func(*T, []any) []any) func([][]byte) {
	var to []any
	return func(row [][]byte) {
		*into = append(*into, *new(T))
		to = targets(&(*into)[len(*into)-1], to[:0])
		read(row, to)
	}
}

// bigint returns a number as an argument.
func bigint(n int64) []byte {
	return binary.BigEndian.AppendUint64(nil, uint64(n)) //nolint:gosec // It is read as it was.
}

func numberOf(value []byte) int64 { return int64(binary.BigEndian.Uint64(value)) } //nolint:gosec // It was one.

// bigints returns numbers as an argument: an array of one dimension that begins
// at 1 and has no nulls.
func bigints(list []int64) []byte {
	b := make([]byte, 0, 20+12*len(list))
	for _, n := range []int{1, 0, pgtype.Int8OID, len(list), 1} {
		b = binary.BigEndian.AppendUint32(b, uint32(n)) //nolint:gosec // They are small.
	}
	for _, n := range list {
		b = binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint32(b, 8), uint64(n)) //nolint:gosec // See bigint.
	}
	return b
}
