package mutate

import "almanac/runtime/param"

// SetOwner sets to whom a record belongs: an existing user, 0 for nobody; the caller when
// nothing is said of a new record.  Only those who may edit all records may name somebody
// else.
func SetOwner(c *Mutation, name string, owner *int64, o param.Opt[int64]) {
	switch {
	case !o.IsPresent():
		if c.IsCreate {
			*owner = c.Caller.User
		}
	case o.Value == *owner && !c.IsCreate, o.Value == c.Caller.User:
		*owner = o.Value
	case !c.Kind.Permissions.CanEditTerms(c.Caller):
		c.Fail(name, "%s must be left out: only those who may change all %s may name somebody else.", name, c.Kind.Plural)
	default:
		setExistingOwner(c, name, owner, o.Value)
	}
}

// setExistingOwner sets an owner who is somebody else, or nobody.
func setExistingOwner(c *Mutation, name string, owner *int64, user int64) {
	if user != 0 {
		ok, err := c.Env.Users.Exists(c.context(), c.Store, user)
		c.setErr(err)
		if !ok {
			c.Fail(name, "%s: there is no user with the ID %d.", name, user)
			return
		}
	}
	*owner = user
}
