DROP TRIGGER "authors.born_insert" ON "authors";
--bun:split
DROP TRIGGER "authors.born_update" ON "authors";
--bun:split
ALTER TABLE "books" RENAME COLUMN "description" TO "summary";
--bun:split
ALTER TABLE "books" RENAME COLUMN "description_search" TO "summary_search";
--bun:split
ALTER TABLE "authors" RENAME COLUMN "born" TO "birth_year";
--bun:split
ALTER TABLE "orders" ADD COLUMN "account" bigint NOT NULL DEFAULT 0, ADD COLUMN "total" bigint NULL, ADD COLUMN "note" text NOT NULL DEFAULT '' COLLATE "C", ADD COLUMN "packed_at" text NULL COLLATE "C", ADD COLUMN "total_currency" text NOT NULL DEFAULT '' COLLATE "C", ADD COLUMN "note_search" text NOT NULL DEFAULT '' COLLATE "C";
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
ALTER TABLE "authors" ADD COLUMN "reading_fee" bigint NULL, ADD COLUMN "reading_fee_currency" text NOT NULL DEFAULT '' COLLATE "C";
--bun:split
CREATE TABLE "order_authors" ("order_id" bigint NOT NULL, "author_id" bigint NOT NULL, "position" bigint NOT NULL, PRIMARY KEY ("order_id", "author_id"), CONSTRAINT "order_authors_order_id" FOREIGN KEY ("order_id") REFERENCES "orders" ("id") ON DELETE CASCADE, CONSTRAINT "order_authors_author_id" FOREIGN KEY ("author_id") REFERENCES "authors" ("id") ON DELETE CASCADE);
--bun:split
CREATE INDEX "order_authors_author_id_order_id" ON "order_authors" ("author_id", "order_id");
--bun:split
CREATE INDEX "images_author" ON "images" ("author");
--bun:split
DELETE FROM "schema_metadata" WHERE "name" IN ('derived/authors', 'derived/authors/done', 'derived/books', 'derived/books/done', 'derived/orders', 'derived/orders/done');
--bun:split
CREATE TRIGGER "authors.birth_year_insert" BEFORE INSERT ON "authors" FOR EACH ROW WHEN (NOT (NEW."birth_year" >= 1 AND NEW."birth_year" <= 2100)) EXECUTE FUNCTION refuse_value('authors.birth_year');
--bun:split
CREATE TRIGGER "authors.birth_year_update" BEFORE UPDATE OF "birth_year" ON "authors" FOR EACH ROW WHEN (NEW."birth_year" IS DISTINCT FROM OLD."birth_year" AND NOT (NEW."birth_year" >= 1 AND NEW."birth_year" <= 2100)) EXECUTE FUNCTION refuse_value('authors.birth_year');
--bun:split
CREATE TRIGGER "authors.reading_fee_insert" BEFORE INSERT ON "authors" FOR EACH ROW WHEN (NOT (NEW."reading_fee" >= 0)) EXECUTE FUNCTION refuse_value('authors.reading_fee');
--bun:split
CREATE TRIGGER "authors.reading_fee_update" BEFORE UPDATE OF "reading_fee" ON "authors" FOR EACH ROW WHEN (NEW."reading_fee" IS DISTINCT FROM OLD."reading_fee" AND NOT (NEW."reading_fee" >= 0)) EXECUTE FUNCTION refuse_value('authors.reading_fee');
--bun:split
CREATE TRIGGER "authors.reading_fee_currency_insert" BEFORE INSERT ON "authors" FOR EACH ROW WHEN (NOT (NEW."reading_fee_currency" IN ('', 'EUR', 'USD'))) EXECUTE FUNCTION refuse_value('authors.reading_fee');
--bun:split
CREATE TRIGGER "authors.reading_fee_currency_update" BEFORE UPDATE OF "reading_fee_currency" ON "authors" FOR EACH ROW WHEN (NEW."reading_fee_currency" IS DISTINCT FROM OLD."reading_fee_currency" AND NOT (NEW."reading_fee_currency" IN ('', 'EUR', 'USD'))) EXECUTE FUNCTION refuse_value('authors.reading_fee');
--bun:split
CREATE TRIGGER "orders.total_insert" BEFORE INSERT ON "orders" FOR EACH ROW WHEN (NOT (NEW."total" >= 0)) EXECUTE FUNCTION refuse_value('orders.total');
--bun:split
CREATE TRIGGER "orders.total_update" BEFORE UPDATE OF "total" ON "orders" FOR EACH ROW WHEN (NEW."total" IS DISTINCT FROM OLD."total" AND NOT (NEW."total" >= 0)) EXECUTE FUNCTION refuse_value('orders.total');
--bun:split
CREATE TRIGGER "orders.packed_at_insert" BEFORE INSERT ON "orders" FOR EACH ROW WHEN (NOT (NEW."packed_at" ~ '^([0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z$')) EXECUTE FUNCTION refuse_value('orders.packed_at');
--bun:split
CREATE TRIGGER "orders.packed_at_update" BEFORE UPDATE OF "packed_at" ON "orders" FOR EACH ROW WHEN (NEW."packed_at" IS DISTINCT FROM OLD."packed_at" AND NOT (NEW."packed_at" ~ '^([0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z$')) EXECUTE FUNCTION refuse_value('orders.packed_at');
--bun:split
CREATE TRIGGER "orders.total_currency_insert" BEFORE INSERT ON "orders" FOR EACH ROW WHEN (NOT (NEW."total_currency" IN ('', 'EUR', 'USD'))) EXECUTE FUNCTION refuse_value('orders.total');
--bun:split
CREATE TRIGGER "orders.total_currency_update" BEFORE UPDATE OF "total_currency" ON "orders" FOR EACH ROW WHEN (NEW."total_currency" IS DISTINCT FROM OLD."total_currency" AND NOT (NEW."total_currency" IN ('', 'EUR', 'USD'))) EXECUTE FUNCTION refuse_value('orders.total');
