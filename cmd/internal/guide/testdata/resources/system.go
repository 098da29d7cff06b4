package resources

import "almanac/resources/dsl"

// System lists the service's own tables.  They have no routes; they stand here
// so that migrations cover them like everything else.
var System = []dsl.Resource{
	{
		Name: "post_id", Plural: "post_ids", Kind: dsl.Internal,
		Doc: "One row for each id of an event, venue, organizer or image, so that no two records share an id.",
		Fields: []dsl.Field{
			dsl.Integer("id").As(dsl.Key),
			dsl.String("kind").Raw(),
		},
	},
	{
		Name: "term_id", Plural: "term_ids", Kind: dsl.Internal,
		Doc: "One row for each id of a category or tag.",
		Fields: []dsl.Field{
			dsl.Integer("id").As(dsl.Key),
			dsl.String("kind").Raw(),
		},
	},
	{
		Name: "term_count", Plural: "term_counts", Kind: dsl.Internal,
		Doc: "Published events per term, spread over shards so that writers do not wait for each other; the count is their sum.",
		Fields: []dsl.Field{
			dsl.Integer("term_id").Key(),
			dsl.Integer("shard").Key(),
			dsl.Integer("count"),
		},
	},
	{
		Name: "image", Plural: "images", Kind: dsl.Internal,
		Doc: "Registered images; the service keeps their address and never fetches it.",
		Fields: []dsl.Field{
			dsl.Integer("id").Key(),
			dsl.String("url").Raw(),
			dsl.String("url_sha256").Raw(), // In hexadecimal digits; an address may be too long for an index.
			dsl.Integer("width"),
			dsl.Integer("height"),
			dsl.Integer("filesize"),
			dsl.String("sizes").Raw(),
			dsl.Integer("author"), // User who registered the image, 0 for nobody.
		},
		Indexes: []dsl.Index{{Columns: []string{"url_sha256"}, Unique: true}},
	},
	{
		Name: "user", Plural: "users", Kind: dsl.Internal,
		Doc: "Who may sign in.  A user without password hash is an author that cannot.",
		Fields: []dsl.Field{
			dsl.Integer("id").As(dsl.Key),
			dsl.String("name").Raw(),
			dsl.String("email").Raw(), // "" for none.
			dsl.String("role").Raw(),
			dsl.String("password_hash").Raw(),
			dsl.Integer("version"),
			dsl.String("created_utc").Raw(),
		},
		Indexes: []dsl.Index{{Columns: []string{"name"}, Unique: true}},
	},
	{
		Name: "sign_in_name", Plural: "sign_in_names", Kind: dsl.Internal,
		Doc: "What users sign in by, names and e-mail addresses in folded case, so that no two users share one.",
		Fields: []dsl.Field{
			dsl.String("name").Raw().Key(),
			dsl.Integer("user_id").To("user"),
		},
		Indexes: []dsl.Index{{Columns: []string{"user_id"}}},
	},
	{
		Name: "token", Plural: "tokens", Kind: dsl.Internal,
		Doc: "Bearer tokens, stored as SHA-256 of the text that was shown once.",
		Fields: []dsl.Field{
			dsl.Integer("id").As(dsl.Key),
			dsl.Integer("user_id").To("user"),
			dsl.String("name").Raw(),
			dsl.String("sha256").Raw(),
			dsl.String("created_utc").Raw(),
			dsl.String("expires_utc").Raw(),
		},
		Indexes: []dsl.Index{{Columns: []string{"sha256"}, Unique: true}, {Columns: []string{"user_id"}}},
	},
	{
		Name: "setting", Plural: "settings", Kind: dsl.Internal,
		Doc: "Facts about the database itself, such as the numbers of the algorithms that made its computed columns.",
		Fields: []dsl.Field{
			dsl.String("name").Raw().Key(),
			dsl.String("value").Raw(),
		},
	},
	{
		Name: "idempotency_key", Plural: "idempotency_keys", Kind: dsl.Internal,
		Doc: "Answers to writes that carried an Idempotency-Key, for 24 hours.",
		Fields: []dsl.Field{
			dsl.Integer("user_id").Key(),
			dsl.String("name").Raw().Key(),
			dsl.String("fingerprint").Raw(),
			dsl.Integer("status"),
			dsl.String("location").Raw(),
			dsl.Integer("version"),
			dsl.String("body").Raw(),
			dsl.String("created_utc").Raw(),
		},
		Indexes: []dsl.Index{{Columns: []string{"created_utc"}}},
	},
	{
		Name: "ics_entry", Plural: "ics_entries", Kind: dsl.Internal,
		Doc: "Events that came from iCalendar files, so that the same entry of a file is the same event again.",
		Fields: []dsl.Field{
			dsl.String("entry").Raw().Key(), // SHA-256 of uid and occurrence, which may be long.
			dsl.String("uid").Raw(),
			dsl.String("occurrence").Raw(),
			dsl.Integer("event_id"),
			dsl.Integer("sequence"),
			dsl.String("modified_utc").Raw(), // As the file says.
			dsl.String("content").Raw(),      // SHA-256 of what the file says.
			dsl.String("taken_utc").Raw(),    // Modification of the event when it was taken.
		},
	},
	{
		Name: "audit_entry", Plural: "audit_entries", Kind: dsl.Internal,
		Doc: "Who changed what, one row a change; rows are only ever added.",
		Fields: []dsl.Field{
			dsl.Integer("id").As(dsl.Key),
			dsl.String("at_utc").Raw(),
			dsl.Integer("user_id"),
			dsl.String("user_name").Raw(),
			dsl.String("action").Raw(),
			dsl.String("kind").Raw(),
			dsl.Integer("record_id"),
			dsl.String("address").Raw(),
			dsl.String("request_id").Raw(),
		},
		Indexes: []dsl.Index{{Columns: []string{"at_utc", "id"}}, {Columns: []string{"kind", "record_id"}}},
	},
}
