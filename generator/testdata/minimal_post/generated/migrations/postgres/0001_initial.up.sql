-- almanac: additive
CREATE TABLE "notes" ("id" bigint NOT NULL, "version" bigint NOT NULL, "language" text NOT NULL COLLATE "C", "author" bigint NOT NULL, "slug" text NOT NULL COLLATE "C", "created_utc" text NOT NULL COLLATE "C", "modified_utc" text NOT NULL COLLATE "C", "status" text NOT NULL COLLATE "C", "date" text NOT NULL COLLATE "C", "date_utc" text NOT NULL COLLATE "C", "modified" text NOT NULL COLLATE "C", "original_slug" text NOT NULL COLLATE "C", "password" text NOT NULL COLLATE "C", "image_id" bigint NOT NULL, "made_inline" boolean NOT NULL, "status_before_trash" text NOT NULL COLLATE "C", "edited_utc" text NOT NULL COLLATE "C", "title" text NOT NULL COLLATE "C", "title_sort" text NOT NULL COLLATE "C", PRIMARY KEY ("id"));
--bun:split
CREATE UNIQUE INDEX "notes_slug" ON "notes" ("slug");
--bun:split
CREATE INDEX "notes_title_sort_id" ON "notes" ("title_sort", "id");
--bun:split
CREATE INDEX "notes_status_date_utc" ON "notes" ("status", "date_utc");
