package runtime

import "almanac/runtime/store"

// question is what a write has to learn from the store before it can go on.
type question struct {
	statements []store.Statement
	answered   func() error
}

// ask notes statements whose results answered works with.  They are run by
// settle, together with those of other questions.
func (c *Change) ask(answered func() error, statements ...store.Statement) {
	c.asked = append(c.asked, question{statements, answered})
}

// settle takes the locks that were asked for and runs the statements of all
// questions, in the order in which they were asked, in one round trip, and then
// their functions, which may ask again.  It returns the first failure of the
// store in the whole change.
func (c *Change) settle() error {
	for len(c.asked) > 0 && c.err == nil {
		asked := c.asked
		c.asked = nil
		batch := c.locking()
		for _, q := range asked {
			batch = append(batch, q.statements...)
		}
		if err := c.Store.Batch(c.context(), batch); err != nil {
			c.keep(err)
			break
		}
		for _, q := range asked {
			c.keep(q.answered())
		}
	}
	return c.err
}
