-- almanac: destructive drops every table
DROP TABLE "users";
--bun:split
DROP TABLE "term_id_sequence";
--bun:split
DROP TABLE "post_id_sequence";
--bun:split
DROP TABLE "event_categories";
--bun:split
DROP TABLE "audit_entries";
--bun:split
DROP TABLE "ics_entries";
--bun:split
DROP TABLE "idempotency_keys";
--bun:split
DROP TABLE "schema_metadata";
--bun:split
DROP TABLE "sign_in_names";
--bun:split
DROP TABLE "tokens";
--bun:split
DROP TABLE "term_counts";
--bun:split
DROP TABLE "images";
--bun:split
DROP TABLE "categories";
--bun:split
DROP TABLE "event_organizers";
--bun:split
DROP TABLE "event_venues";
--bun:split
DROP TABLE "event_tags";
--bun:split
DROP TABLE "events";
--bun:split
DROP TABLE "organizers";
--bun:split
DROP TABLE "tags";
--bun:split
DROP TABLE "venues";
