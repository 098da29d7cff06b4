-- almanac: destructive drops column account of orders
-- almanac: destructive drops column total of orders
-- almanac: destructive drops column title of images
-- almanac: destructive drops column alt of images
-- almanac: destructive drops column caption of images
-- almanac: destructive drops column stored_bytes of images
-- almanac: destructive drops column created_utc of images
-- almanac: destructive drops column modified_utc of images
-- almanac: destructive drops table desk_sessions
-- almanac: destructive drops table one_time_links
-- almanac: destructive drops table site_identity
-- almanac: destructive drops column note of audit_entries
DROP TRIGGER "orders.total_insert" ON "orders";
--bun:split
DROP TRIGGER "orders.total_update" ON "orders";
--bun:split
DROP TRIGGER "orders.total_currency_insert" ON "orders";
--bun:split
DROP TRIGGER "orders.total_currency_update" ON "orders";
--bun:split
DROP TABLE "site_identity";
--bun:split
DROP TABLE "one_time_links";
--bun:split
DROP TABLE "desk_sessions";
--bun:split
DROP INDEX "images_author";
--bun:split
ALTER TABLE "orders" DROP COLUMN "account", DROP COLUMN "total", DROP COLUMN "total_currency";
--bun:split
ALTER TABLE "images" DROP COLUMN "title", DROP COLUMN "alt", DROP COLUMN "caption", DROP COLUMN "stored_bytes", DROP COLUMN "created_utc", DROP COLUMN "modified_utc";
--bun:split
ALTER TABLE "audit_entries" DROP COLUMN "note";
