-- almanac: additive
CREATE TABLE "labels" ("id" bigint NOT NULL, "version" bigint NOT NULL, "language" text NOT NULL COLLATE "C", "author" bigint NOT NULL, "slug" text NOT NULL COLLATE "C", "created_utc" text NOT NULL COLLATE "C", "modified_utc" text NOT NULL COLLATE "C", "parent" bigint NOT NULL, "name" text NOT NULL COLLATE "C", "name_sort" text NOT NULL COLLATE "C", PRIMARY KEY ("id"));
--bun:split
CREATE UNIQUE INDEX "labels_slug" ON "labels" ("slug");
--bun:split
CREATE INDEX "labels_name_sort_id" ON "labels" ("name_sort", "id");
--bun:split
CREATE INDEX "labels_parent" ON "labels" ("parent");
