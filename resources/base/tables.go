package base

import "almanac/resources/dsl"

// Tables are the tables that every service has beside those of its resources.
var Tables = []dsl.Resource{
	{
		Name: "post_id", Plural: "post_id_sequence", Kind: dsl.KindInternal,
		Doc: "The IDs of posts and images: one row each, so that no two share an ID.",
		Fields: []dsl.Field{
			dsl.Integer("id").As(dsl.AutoID),
			dsl.String("resource").Text(dsl.TextRaw),
		},
	},
	{
		Name: "term_id", Plural: "term_id_sequence", Kind: dsl.KindInternal,
		Doc: "The IDs of terms, one row each.",
		Fields: []dsl.Field{
			dsl.Integer("id").As(dsl.AutoID),
			dsl.String("resource").Text(dsl.TextRaw),
		},
	},
	{
		Name: "term_count", Plural: "term_counts", Kind: dsl.KindInternal,
		Doc: "Published records of each term, in shards so that writers do not wait for each other; the count is the sum.",
		Fields: []dsl.Field{
			dsl.Integer("term_id").PrimaryKey(),
			dsl.Integer("shard").PrimaryKey(),
			dsl.Integer("count"),
		},
	},
	{
		Name: "image", Plural: "images", Kind: dsl.KindInternal,
		Doc: "Images: files of the media store, whose URL is a path, and registered URLs, which the service never fetches.",
		Fields: []dsl.Field{
			dsl.Integer("id").PrimaryKey(),
			dsl.String("url").Text(dsl.TextRaw),
			dsl.String("url_sha256").Text(dsl.TextRaw), // Hexadecimal; a URL may be too long for an index.
			dsl.Integer("width"),
			dsl.Integer("height"),
			dsl.Integer("filesize"),
			dsl.String("sizes").Text(dsl.TextRaw),
			dsl.Integer("author"), // ID of the user who registered the image; 0 for none.
			dsl.String("title").Text(dsl.TextRaw),
			dsl.String("alt").Text(dsl.TextRaw),
			dsl.String("caption").Text(dsl.TextRaw),
			dsl.Integer("stored_bytes"), // Of all files of the image, for the quota of its author; 0 for a URL.
			dsl.String("created_utc").Text(dsl.TextRaw),
			dsl.String("modified_utc").Text(dsl.TextRaw),
		},
		Indexes: []dsl.Index{{Columns: []string{"url_sha256"}, Unique: true}, {Columns: []string{"author"}}},
	},
	{
		Name: "user", Plural: "users", Kind: dsl.KindInternal,
		Doc: "Users.  A user without a password hash is an author who cannot sign in.",
		Fields: []dsl.Field{
			dsl.Integer("id").As(dsl.AutoID),
			dsl.String("name").Text(dsl.TextRaw),
			dsl.String("email").Text(dsl.TextRaw), // "" for none.
			dsl.String("role").Text(dsl.TextRaw),
			dsl.String("password_hash").Text(dsl.TextRaw),
			dsl.Integer("version"),
			dsl.String("created_utc").Text(dsl.TextRaw),
		},
		Indexes: []dsl.Index{{Columns: []string{"name"}, Unique: true}},
	},
	{
		Name: "sign_in_name", Plural: "sign_in_names", Kind: dsl.KindInternal,
		Doc: "Names and e-mail addresses for signing in, in folded case, so that no two users share one.",
		Fields: []dsl.Field{
			dsl.String("name").Text(dsl.TextRaw).PrimaryKey(),
			dsl.Integer("user_id").References("user"),
		},
		Indexes: []dsl.Index{{Columns: []string{"user_id"}}},
	},
	{
		Name: "token", Plural: "tokens", Kind: dsl.KindInternal,
		Doc: "Bearer tokens, stored as the SHA-256 of the token.",
		Fields: []dsl.Field{
			dsl.Integer("id").As(dsl.AutoID),
			dsl.Integer("user_id").References("user"),
			dsl.String("label").Text(dsl.TextRaw),
			dsl.String("sha256").Text(dsl.TextRaw),
			dsl.String("created_utc").Text(dsl.TextRaw),
			dsl.String("expires_utc").Text(dsl.TextRaw),
		},
		Indexes: []dsl.Index{{Columns: []string{"sha256"}, Unique: true}, {Columns: []string{"user_id"}}},
	},
	{
		Name: "desk_session", Plural: "desk_sessions", Kind: dsl.KindInternal,
		Doc: "Sessions of users who are signed in to the desk, stored as the SHA-256 of the cookie.",
		Fields: []dsl.Field{
			dsl.String("sha256").Text(dsl.TextRaw).PrimaryKey(),
			dsl.Integer("user_id").References("user"),
			dsl.String("created_utc").Text(dsl.TextRaw),
			dsl.String("used_utc").Text(dsl.TextRaw), // Written every few minutes at most.
			dsl.String("address").Text(dsl.TextRaw),  // Of the client that signed in.
			dsl.String("browser").Text(dsl.TextRaw),  // The User-Agent of that client.
		},
		Indexes: []dsl.Index{{Columns: []string{"user_id"}}},
	},
	{
		Name: "one_time_link", Plural: "one_time_links", Kind: dsl.KindInternal,
		Doc: "Links by which a user sets a password, or the first administrator is made, once; " +
			"stored as the SHA-256 of their secret.",
		Fields: []dsl.Field{
			dsl.String("sha256").Text(dsl.TextRaw).PrimaryKey(),
			dsl.Integer("user_id"), // 0 for the first administrator.
			dsl.String("expires_utc").Text(dsl.TextRaw),
		},
	},
	{
		Name: "site_identity", Plural: "site_identity", Kind: dsl.KindInternal,
		Doc: "Name and look of the site, as administrators set them in the desk: one row with the ID 1, or none.",
		Fields: []dsl.Field{
			dsl.Integer("id").PrimaryKey(),
			dsl.String("site_name").Text(dsl.TextRaw),
			dsl.Integer("logo"),                          // ID of an image; 0 for none.
			dsl.String("accent").Text(dsl.TextRaw),       // "#1d5c4f".
			dsl.String("footer_links").Text(dsl.TextRaw), // Lines of TEXT=URL.
			dsl.String("style").Text(dsl.TextRaw),        // CSS.
			dsl.Integer("version"),
			dsl.String("modified_utc").Text(dsl.TextRaw),
		},
	},
	{
		Name: "schema_metadata", Plural: "schema_metadata", Kind: dsl.KindInternal,
		Doc: "Metadata of the database, such as the versions of the algorithms of its computed columns.",
		Fields: []dsl.Field{
			dsl.String("name").Text(dsl.TextRaw).PrimaryKey(),
			dsl.String("value").Text(dsl.TextRaw),
		},
	},
	{
		Name: "idempotency_key", Plural: "idempotency_keys", Kind: dsl.KindInternal,
		Doc: "Responses to writes with an Idempotency-Key, for 24 hours.",
		Fields: []dsl.Field{
			dsl.Integer("user_id").PrimaryKey(),
			dsl.String("key").Text(dsl.TextRaw).PrimaryKey(),
			dsl.String("fingerprint").Text(dsl.TextRaw),
			dsl.Integer("status"),
			dsl.String("location").Text(dsl.TextRaw),
			dsl.Integer("version"),
			dsl.String("body").Text(dsl.TextRaw),
			dsl.String("created_utc").Text(dsl.TextRaw),
		},
		Indexes: []dsl.Index{{Columns: []string{"created_utc"}}},
	},
	{
		Name: "record_series", Plural: "record_series", Kind: dsl.KindInternal,
		Doc: "Series of records that repeat: how, and what their dates have in common.",
		Fields: []dsl.Field{
			dsl.Integer("id").As(dsl.AutoID),
			dsl.String("resource").Text(dsl.TextRaw),
			dsl.Integer("version"),
			dsl.String("rule").Text(dsl.TextRaw),         // RRULE; "" for dates alone.
			dsl.String("except_dates").Text(dsl.TextRaw), // JSON: starts that are left out.
			dsl.String("dates").Text(dsl.TextRaw),        // JSON: dates beside those of the rule.
			dsl.Integer("duration"),                      // Exact seconds of a date; 0 where dates end by the clock.
			dsl.String("template").Text(dsl.TextRaw),     // JSON: columns and links of a date that nobody changed.
			dsl.String("extended_to").Text(dsl.TextRaw),  // Start up to which there are rows, in the zone of the series.
			dsl.Integer("previous"),                      // The series that this one was split from; 0 for none.
			dsl.String("created_utc").Text(dsl.TextRaw),
			dsl.String("modified_utc").Text(dsl.TextRaw),
		},
		Indexes: []dsl.Index{{Columns: []string{"resource", "extended_to"}}},
	},
	{
		Name: "former_slug", Plural: "former_slugs", Kind: dsl.KindInternal,
		Doc: "Slugs that records had while they were public: their addresses lead to those of today.",
		Fields: []dsl.Field{
			dsl.Integer("id").As(dsl.AutoID), // In the order in which they were given up.
			dsl.String("resource").Text(dsl.TextRaw),
			dsl.String("slug").Text(dsl.TextRaw),
			dsl.Integer("record_id"),
			dsl.String("created_utc").Text(dsl.TextRaw),
		},
		Indexes: []dsl.Index{
			{Columns: []string{"resource", "slug"}, Unique: true}, {Columns: []string{"resource", "record_id", "id"}},
		},
	},
	{
		Name: "audit_entry", Plural: "audit_entries", Kind: dsl.KindInternal,
		Doc: "Audit log and log of changes: one row for each change, of which only former values go after a while.",
		Fields: []dsl.Field{
			dsl.Integer("id").As(dsl.AutoID),
			dsl.String("at_utc").Text(dsl.TextRaw),
			dsl.Integer("user_id"),
			dsl.String("user_name").Text(dsl.TextRaw),
			dsl.String("action").Text(dsl.TextRaw),
			dsl.String("resource").Text(dsl.TextRaw),
			dsl.Integer("record_id"),
			dsl.String("client_ip").Text(dsl.TextRaw),
			dsl.String("request_id").Text(dsl.TextRaw),
			dsl.String("note").Text(dsl.TextRaw), // Why, in the words of the user; "" for nothing.
			dsl.Integer("transaction_id").As(dsl.Transaction),
			dsl.String("change_id").Text(dsl.TextRaw), // "" for what is no change of a record, and in rows of release 1.2.0.
			dsl.Integer("version"),                    // Of the record after the change.
			// What decided before the change who could read the record; of a new record nothing did.
			dsl.Boolean("was_there"),
			dsl.String("was_status").Text(dsl.TextRaw),
			dsl.Boolean("was_hidden"),
			dsl.Boolean("was_locked"),             // A password protected it.
			dsl.Integer("was_owner"),              // ID of its author or owner.
			dsl.String("patch").Text(dsl.TextRaw), // JSON: what the columns and links had before that changed; "" for unknown.
		},
		Indexes: []dsl.Index{
			{Columns: []string{"at_utc", "id"}},
			{Columns: []string{"resource", "record_id"}},
			{Columns: []string{"transaction_id", "id"}},
		},
	},
	{
		Name: "outbox_entry", Plural: "outbox", Kind: dsl.KindInternal,
		Doc: "Messages of hooks to other systems that are not delivered yet.",
		Fields: []dsl.Field{
			dsl.Integer("id").As(dsl.AutoID),
			dsl.String("topic").Text(dsl.TextRaw),
			dsl.String("resource").Text(dsl.TextRaw),
			dsl.Integer("record_id"),
			dsl.String("payload").Text(dsl.TextRaw),
			dsl.String("created_utc").Text(dsl.TextRaw),
			dsl.String("next_utc").Text(dsl.TextRaw), // Of the next attempt, or when the current one is given up.
			dsl.Integer("attempts"),
			dsl.String("error").Text(dsl.TextRaw), // Of the last attempt.
			dsl.Boolean("failed"),                 // No attempt follows.
		},
		Indexes: []dsl.Index{{Columns: []string{"next_utc"}}, {Columns: []string{"resource", "record_id", "id"}}},
	},
	{
		Name: "webhook", Plural: "webhooks", Kind: dsl.KindInternal,
		Doc: "Addresses that changes are sent to.",
		Fields: []dsl.Field{
			dsl.Integer("id").As(dsl.AutoID),
			dsl.String("url").Text(dsl.TextRaw),
			dsl.String("description").Text(dsl.TextRaw),
			dsl.String("types").Text(dsl.TextRaw), // JSON: a list such as ["event.updated"]; [] for all.
			dsl.Boolean("thin"),                   // Messages name the record and leave its fields out.
			dsl.String("secret").Text(dsl.TextRaw),
			dsl.String("former_secret").Text(dsl.TextRaw),    // Signs beside the other one; "" for none.
			dsl.String("former_until_utc").Text(dsl.TextRaw), // Until then; "" for none.
			dsl.Boolean("disabled"),
			dsl.String("disabled_reason").Text(dsl.TextRaw),   // Why the service has disabled it; "" for a user who did.
			dsl.String("paused_until_utc").Text(dsl.TextRaw),  // The receiver asked for it; "" for none.
			dsl.String("failing_since_utc").Text(dsl.TextRaw), // Of the first failure after the last success; "" for none.
			dsl.Integer("user_id"),                            // Who made it.
			dsl.String("created_utc").Text(dsl.TextRaw),
			dsl.String("modified_utc").Text(dsl.TextRaw),
		},
	},
	{
		Name: "webhook_delivery", Plural: "webhook_deliveries", Kind: dsl.KindInternal,
		Doc: "Messages to webhooks, with what came of them.",
		Fields: []dsl.Field{
			dsl.Integer("id").As(dsl.AutoID),
			dsl.Integer("webhook_id").References("webhook"),
			dsl.String("message_id").Text(dsl.TextRaw), // "msg_…", the same at each attempt.
			dsl.String("type").Text(dsl.TextRaw),       // "event.updated".
			dsl.String("resource").Text(dsl.TextRaw),
			dsl.Integer("record_id"),
			dsl.String("payload").Text(dsl.TextRaw),
			dsl.String("created_utc").Text(dsl.TextRaw),
			dsl.String("next_utc").Text(dsl.TextRaw), // Of the next attempt, or when the current one is given up.
			dsl.Integer("attempts"),
			dsl.String("state").Text(dsl.TextRaw), // waiting, delivered or failed.
			dsl.Integer("reply_status"),           // Of the last attempt; 0 for none.
			dsl.String("reply").Text(dsl.TextRaw), // Its first bytes, or the error.
			dsl.String("ended_utc").Text(dsl.TextRaw),
		},
		Indexes: []dsl.Index{
			{Columns: []string{"webhook_id", "state", "next_utc"}},
			{Columns: []string{"webhook_id", "resource", "record_id", "state", "id"}},
		},
	},
	{
		Name: "background_job", Plural: "background_jobs", Kind: dsl.KindInternal,
		Doc: "Jobs: how far each one is, and who runs it.",
		Fields: []dsl.Field{
			dsl.String("name").Text(dsl.TextRaw).PrimaryKey(),
			dsl.Integer("version"),                        // Changes when a run begins and when it ends.
			dsl.String("due_utc").Text(dsl.TextRaw),       // The last due time that was begun; of a new job, when it was added.
			dsl.Boolean("asked"),                          // To run now, whatever its schedule says.
			dsl.String("retry_utc").Text(dsl.TextRaw),     // When the due time is begun again; "" unless its run failed.
			dsl.String("holder").Text(dsl.TextRaw),        // The process that runs it; "" for none.
			dsl.String("heartbeat_utc").Text(dsl.TextRaw), // Of the holder.
			dsl.String("begun_utc").Text(dsl.TextRaw),     // Of the last run, as are all below; "" for none.
			dsl.String("ended_utc").Text(dsl.TextRaw),
			dsl.Integer("duration_ms"),
			dsl.String("error").Text(dsl.TextRaw),
			dsl.Integer("failures"), // In a row.
		},
	},
}
