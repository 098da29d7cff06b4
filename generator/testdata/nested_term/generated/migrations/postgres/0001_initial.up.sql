-- almanac: additive
CREATE TABLE "topics" ("id" bigint NOT NULL, "version" bigint NOT NULL, "language" text NOT NULL COLLATE "C", "author" bigint NOT NULL, "slug" text NOT NULL COLLATE "C", "created_utc" text NOT NULL COLLATE "C", "modified_utc" text NOT NULL COLLATE "C", "parent" bigint NOT NULL, "name" text NOT NULL COLLATE "C", "description" text NOT NULL COLLATE "C", "name_search" text NOT NULL COLLATE "C", "name_sort" text NOT NULL COLLATE "C", "description_sort" text NOT NULL COLLATE "C", "slug_search" text NOT NULL COLLATE "C", PRIMARY KEY ("id"));
--bun:split
CREATE UNIQUE INDEX "topics_slug" ON "topics" ("slug");
--bun:split
CREATE INDEX "topics_name_sort_id" ON "topics" ("name_sort", "id");
--bun:split
CREATE INDEX "topics_parent" ON "topics" ("parent");
