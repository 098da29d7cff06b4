-- almanac: destructive drops column status_before_trash of books
-- almanac: destructive drops column edited_utc of books
-- almanac: destructive drops column reading_fee of authors
-- almanac: destructive drops column account of orders
-- almanac: destructive drops column total of orders
-- almanac: destructive drops column note of orders
-- almanac: destructive drops column packed_at of orders
-- almanac: destructive drops column title of images
-- almanac: destructive drops column alt of images
-- almanac: destructive drops column caption of images
-- almanac: destructive drops column stored_bytes of images
-- almanac: destructive drops column created_utc of images
-- almanac: destructive drops column modified_utc of images
-- almanac: destructive drops table desk_sessions
-- almanac: destructive drops table one_time_links
-- almanac: destructive drops table site_identity
-- almanac: destructive drops table record_series
-- almanac: destructive drops table former_slugs
-- almanac: destructive drops column note of audit_entries
-- almanac: destructive drops column transaction_id of audit_entries
-- almanac: destructive drops column change_id of audit_entries
-- almanac: destructive drops column version of audit_entries
-- almanac: destructive drops column was_there of audit_entries
-- almanac: destructive drops column was_status of audit_entries
-- almanac: destructive drops column was_hidden of audit_entries
-- almanac: destructive drops column was_locked of audit_entries
-- almanac: destructive drops column was_owner of audit_entries
-- almanac: destructive drops column patch of audit_entries
-- almanac: destructive drops table webhooks
-- almanac: destructive drops table webhook_deliveries
-- almanac: destructive drops table background_jobs
-- almanac: destructive drops table order_authors
-- almanac: rewrites orders
DROP TRIGGER "authors.birth_year_insert" ON "authors";
--bun:split
DROP TRIGGER "authors.birth_year_update" ON "authors";
--bun:split
DROP TRIGGER "authors.reading_fee_insert" ON "authors";
--bun:split
DROP TRIGGER "authors.reading_fee_update" ON "authors";
--bun:split
DROP TRIGGER "authors.reading_fee_currency_insert" ON "authors";
--bun:split
DROP TRIGGER "authors.reading_fee_currency_update" ON "authors";
--bun:split
DROP TRIGGER "orders.total_insert" ON "orders";
--bun:split
DROP TRIGGER "orders.total_update" ON "orders";
--bun:split
DROP TRIGGER "orders.packed_at_insert" ON "orders";
--bun:split
DROP TRIGGER "orders.packed_at_update" ON "orders";
--bun:split
DROP TRIGGER "orders.total_currency_insert" ON "orders";
--bun:split
DROP TRIGGER "orders.total_currency_update" ON "orders";
--bun:split
DROP TABLE "order_authors";
--bun:split
DROP TABLE "background_jobs";
--bun:split
DROP TABLE "webhook_deliveries";
--bun:split
DROP TABLE "webhooks";
--bun:split
DROP TABLE "former_slugs";
--bun:split
DROP TABLE "record_series";
--bun:split
DROP TABLE "site_identity";
--bun:split
DROP TABLE "one_time_links";
--bun:split
DROP TABLE "desk_sessions";
--bun:split
DROP INDEX "images_author";
--bun:split
DROP INDEX "audit_entries_transaction_id_id";
--bun:split
ALTER TABLE "books" RENAME COLUMN "summary" TO "description";
--bun:split
ALTER TABLE "books" RENAME COLUMN "summary_search" TO "description_search";
--bun:split
ALTER TABLE "authors" RENAME COLUMN "birth_year" TO "born";
--bun:split
ALTER TABLE "books" DROP COLUMN "status_before_trash", DROP COLUMN "edited_utc";
--bun:split
ALTER TABLE "authors" DROP COLUMN "reading_fee", DROP COLUMN "reading_fee_currency";
--bun:split
ALTER TABLE "orders" DROP COLUMN "account", DROP COLUMN "total", DROP COLUMN "note", DROP COLUMN "packed_at", DROP COLUMN "total_currency", DROP COLUMN "note_search";
--bun:split
ALTER TABLE "images" DROP COLUMN "title", DROP COLUMN "alt", DROP COLUMN "caption", DROP COLUMN "stored_bytes", DROP COLUMN "created_utc", DROP COLUMN "modified_utc";
--bun:split
ALTER TABLE "audit_entries" DROP COLUMN "note", DROP COLUMN "transaction_id", DROP COLUMN "change_id", DROP COLUMN "version", DROP COLUMN "was_there", DROP COLUMN "was_status", DROP COLUMN "was_hidden", DROP COLUMN "was_locked", DROP COLUMN "was_owner", DROP COLUMN "patch";
--bun:split
UPDATE "orders" SET "links_cache" = '' WHERE "links_cache" <> '';
--bun:split
DELETE FROM "schema_metadata" WHERE "name" IN ('derived/authors', 'derived/authors/done', 'derived/books', 'derived/books/done', 'links/orders');
--bun:split
CREATE TRIGGER "authors.born_insert" BEFORE INSERT ON "authors" FOR EACH ROW WHEN (NOT (NEW."born" >= 1 AND NEW."born" <= 2100)) EXECUTE FUNCTION refuse_value('authors.born');
--bun:split
CREATE TRIGGER "authors.born_update" BEFORE UPDATE OF "born" ON "authors" FOR EACH ROW WHEN (NEW."born" IS DISTINCT FROM OLD."born" AND NOT (NEW."born" >= 1 AND NEW."born" <= 2100)) EXECUTE FUNCTION refuse_value('authors.born');
