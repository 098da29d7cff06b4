-- almanac: destructive drops every table
DROP TABLE "one_time_links";
--bun:split
DROP TABLE "term_id_sequence";
--bun:split
DROP TABLE "background_jobs";
--bun:split
DROP TABLE "webhook_deliveries";
--bun:split
DROP TABLE "webhooks";
--bun:split
DROP TABLE "outbox";
--bun:split
DROP TABLE "audit_entries";
--bun:split
DROP TABLE "former_slugs";
--bun:split
DROP TABLE "record_series";
--bun:split
DROP TABLE "idempotency_keys";
--bun:split
DROP TABLE "schema_metadata";
--bun:split
DROP TABLE "site_identity";
--bun:split
DROP TABLE "order_groups";
--bun:split
DROP TABLE "order_id_sequence";
--bun:split
DROP TABLE "term_counts";
--bun:split
DROP TABLE "sign_in_names";
--bun:split
DROP TABLE "users";
--bun:split
DROP TABLE "images";
--bun:split
DROP TABLE "tokens";
--bun:split
DROP TABLE "desk_sessions";
--bun:split
DROP TABLE "post_id_sequence";
--bun:split
DROP TABLE "ticket_id_sequence";
--bun:split
DROP TABLE "groups";
--bun:split
DROP TABLE "order_labels";
--bun:split
DROP TABLE "labels";
--bun:split
DROP TABLE "orders";
--bun:split
DROP FUNCTION refuse_value();
