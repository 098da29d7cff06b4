-- almanac: additive
ALTER TABLE "orders" ADD COLUMN "account" bigint NOT NULL DEFAULT 0, ADD COLUMN "total" bigint NULL, ADD COLUMN "total_currency" text NOT NULL DEFAULT '' COLLATE "C";
--bun:split
ALTER TABLE "images" ADD COLUMN "title" text NOT NULL DEFAULT '' COLLATE "C", ADD COLUMN "alt" text NOT NULL DEFAULT '' COLLATE "C", ADD COLUMN "caption" text NOT NULL DEFAULT '' COLLATE "C", ADD COLUMN "stored_bytes" bigint NOT NULL DEFAULT 0, ADD COLUMN "created_utc" text NOT NULL DEFAULT '' COLLATE "C", ADD COLUMN "modified_utc" text NOT NULL DEFAULT '' COLLATE "C";
--bun:split
ALTER TABLE "audit_entries" ADD COLUMN "note" text NOT NULL DEFAULT '' COLLATE "C";
--bun:split
CREATE TABLE "desk_sessions" ("sha256" text NOT NULL COLLATE "C", "user_id" bigint NOT NULL, "created_utc" text NOT NULL COLLATE "C", "used_utc" text NOT NULL COLLATE "C", "address" text NOT NULL COLLATE "C", "browser" text NOT NULL COLLATE "C", PRIMARY KEY ("sha256"));
--bun:split
CREATE INDEX "desk_sessions_user_id" ON "desk_sessions" ("user_id");
--bun:split
CREATE TABLE "one_time_links" ("sha256" text NOT NULL COLLATE "C", "user_id" bigint NOT NULL, "expires_utc" text NOT NULL COLLATE "C", PRIMARY KEY ("sha256"));
--bun:split
CREATE TABLE "site_identity" ("id" bigint NOT NULL, "site_name" text NOT NULL COLLATE "C", "logo" bigint NOT NULL, "accent" text NOT NULL COLLATE "C", "footer_links" text NOT NULL COLLATE "C", "style" text NOT NULL COLLATE "C", "version" bigint NOT NULL, "modified_utc" text NOT NULL COLLATE "C", PRIMARY KEY ("id"));
--bun:split
CREATE INDEX "images_author" ON "images" ("author");
--bun:split
DELETE FROM "schema_metadata" WHERE "name" IN ('derived/orders', 'derived/orders/done');
--bun:split
CREATE TRIGGER "orders.total_insert" BEFORE INSERT ON "orders" FOR EACH ROW WHEN (NOT (NEW."total" >= 0)) EXECUTE FUNCTION refuse_value('orders.total');
--bun:split
CREATE TRIGGER "orders.total_update" BEFORE UPDATE OF "total" ON "orders" FOR EACH ROW WHEN (NEW."total" IS DISTINCT FROM OLD."total" AND NOT (NEW."total" >= 0)) EXECUTE FUNCTION refuse_value('orders.total');
--bun:split
CREATE TRIGGER "orders.total_currency_insert" BEFORE INSERT ON "orders" FOR EACH ROW WHEN (NOT (NEW."total_currency" IN ('', 'EUR', 'USD'))) EXECUTE FUNCTION refuse_value('orders.total');
--bun:split
CREATE TRIGGER "orders.total_currency_update" BEFORE UPDATE OF "total_currency" ON "orders" FOR EACH ROW WHEN (NEW."total_currency" IS DISTINCT FROM OLD."total_currency" AND NOT (NEW."total_currency" IN ('', 'EUR', 'USD'))) EXECUTE FUNCTION refuse_value('orders.total');
