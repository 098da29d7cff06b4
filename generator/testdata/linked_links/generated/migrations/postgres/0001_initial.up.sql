-- almanac: additive
CREATE TABLE "books" ("id" bigint NOT NULL, "version" bigint NOT NULL, "language" text NOT NULL COLLATE "C", "author" bigint NOT NULL, "slug" text NOT NULL COLLATE "C", "created_utc" text NOT NULL COLLATE "C", "modified_utc" text NOT NULL COLLATE "C", "status" text NOT NULL COLLATE "C", "date" text NOT NULL COLLATE "C", "date_utc" text NOT NULL COLLATE "C", "modified" text NOT NULL COLLATE "C", "original_slug" text NOT NULL COLLATE "C", "password" text NOT NULL COLLATE "C", "image_id" bigint NOT NULL, "made_inline" boolean NOT NULL, "status_before_trash" text NOT NULL COLLATE "C", "edited_utc" text NOT NULL COLLATE "C", "title" text NOT NULL COLLATE "C", "title_sort" text NOT NULL COLLATE "C", "links_cache" text NOT NULL DEFAULT '' COLLATE "C", PRIMARY KEY ("id"));
--bun:split
CREATE UNIQUE INDEX "books_slug" ON "books" ("slug");
--bun:split
CREATE INDEX "books_title_sort_id" ON "books" ("title_sort", "id");
--bun:split
CREATE INDEX "books_status_date_utc" ON "books" ("status", "date_utc");
--bun:split
CREATE TABLE "notes" ("id" bigint NOT NULL, "version" bigint NOT NULL, "language" text NOT NULL COLLATE "C", "author" bigint NOT NULL, "slug" text NOT NULL COLLATE "C", "created_utc" text NOT NULL COLLATE "C", "modified_utc" text NOT NULL COLLATE "C", "status" text NOT NULL COLLATE "C", "date" text NOT NULL COLLATE "C", "date_utc" text NOT NULL COLLATE "C", "modified" text NOT NULL COLLATE "C", "original_slug" text NOT NULL COLLATE "C", "password" text NOT NULL COLLATE "C", "image_id" bigint NOT NULL, "made_inline" boolean NOT NULL, "status_before_trash" text NOT NULL COLLATE "C", "edited_utc" text NOT NULL COLLATE "C", "title" text NOT NULL COLLATE "C", "title_sort" text NOT NULL COLLATE "C", PRIMARY KEY ("id"));
--bun:split
CREATE UNIQUE INDEX "notes_slug" ON "notes" ("slug");
--bun:split
CREATE INDEX "notes_title_sort_id" ON "notes" ("title_sort", "id");
--bun:split
CREATE INDEX "notes_status_date_utc" ON "notes" ("status", "date_utc");
--bun:split
CREATE TABLE "book_cover" ("book_id" bigint NOT NULL, "note_id" bigint NOT NULL, "position" bigint NOT NULL, PRIMARY KEY ("book_id", "note_id"), CONSTRAINT "book_cover_book_id" FOREIGN KEY ("book_id") REFERENCES "books" ("id") ON DELETE CASCADE, CONSTRAINT "book_cover_note_id" FOREIGN KEY ("note_id") REFERENCES "notes" ("id") ON DELETE CASCADE);
--bun:split
CREATE INDEX "book_cover_note_id_book_id" ON "book_cover" ("note_id", "book_id");
--bun:split
CREATE TABLE "labels" ("id" bigint NOT NULL, "version" bigint NOT NULL, "language" text NOT NULL COLLATE "C", "author" bigint NOT NULL, "slug" text NOT NULL COLLATE "C", "created_utc" text NOT NULL COLLATE "C", "modified_utc" text NOT NULL COLLATE "C", "parent" bigint NOT NULL, "name" text NOT NULL COLLATE "C", "name_sort" text NOT NULL COLLATE "C", PRIMARY KEY ("id"));
--bun:split
CREATE UNIQUE INDEX "labels_slug" ON "labels" ("slug");
--bun:split
CREATE INDEX "labels_name_sort_id" ON "labels" ("name_sort", "id");
--bun:split
CREATE INDEX "labels_parent" ON "labels" ("parent");
--bun:split
CREATE TABLE "book_labels" ("book_id" bigint NOT NULL, "label_id" bigint NOT NULL, "position" bigint NOT NULL, PRIMARY KEY ("book_id", "label_id"), CONSTRAINT "book_labels_book_id" FOREIGN KEY ("book_id") REFERENCES "books" ("id") ON DELETE CASCADE, CONSTRAINT "book_labels_label_id" FOREIGN KEY ("label_id") REFERENCES "labels" ("id") ON DELETE CASCADE);
--bun:split
CREATE INDEX "book_labels_label_id_book_id" ON "book_labels" ("label_id", "book_id");
--bun:split
CREATE TABLE "book_notes" ("book_id" bigint NOT NULL, "note_id" bigint NOT NULL, "position" bigint NOT NULL, PRIMARY KEY ("book_id", "note_id"), CONSTRAINT "book_notes_book_id" FOREIGN KEY ("book_id") REFERENCES "books" ("id") ON DELETE CASCADE, CONSTRAINT "book_notes_note_id" FOREIGN KEY ("note_id") REFERENCES "notes" ("id") ON DELETE CASCADE);
--bun:split
CREATE INDEX "book_notes_note_id_book_id" ON "book_notes" ("note_id", "book_id");
--bun:split
CREATE TABLE "loans" ("id" bigint NOT NULL, "version" bigint NOT NULL, "language" text NOT NULL COLLATE "C", "author" bigint NOT NULL, "slug" text NOT NULL COLLATE "C", "created_utc" text NOT NULL COLLATE "C", "modified_utc" text NOT NULL COLLATE "C", "status" text NOT NULL COLLATE "C", "date" text NOT NULL COLLATE "C", "date_utc" text NOT NULL COLLATE "C", "modified" text NOT NULL COLLATE "C", "original_slug" text NOT NULL COLLATE "C", "password" text NOT NULL COLLATE "C", "image_id" bigint NOT NULL, "made_inline" boolean NOT NULL, "status_before_trash" text NOT NULL COLLATE "C", "edited_utc" text NOT NULL COLLATE "C", "title" text NOT NULL COLLATE "C", "title_sort" text NOT NULL COLLATE "C", "links_cache" text NOT NULL DEFAULT '' COLLATE "C", PRIMARY KEY ("id"));
--bun:split
CREATE UNIQUE INDEX "loans_slug" ON "loans" ("slug");
--bun:split
CREATE INDEX "loans_title_sort_id" ON "loans" ("title_sort", "id");
--bun:split
CREATE INDEX "loans_status_date_utc" ON "loans" ("status", "date_utc");
--bun:split
CREATE TABLE "loan_books" ("loan_id" bigint NOT NULL, "book_id" bigint NOT NULL, "position" bigint NOT NULL, PRIMARY KEY ("loan_id", "book_id"), CONSTRAINT "loan_books_loan_id" FOREIGN KEY ("loan_id") REFERENCES "loans" ("id") ON DELETE CASCADE, CONSTRAINT "loan_books_book_id" FOREIGN KEY ("book_id") REFERENCES "books" ("id") ON DELETE CASCADE);
--bun:split
CREATE INDEX "loan_books_book_id_loan_id" ON "loan_books" ("book_id", "loan_id");
--bun:split
CREATE TABLE "loan_returned" ("loan_id" bigint NOT NULL, "book_id" bigint NOT NULL, "position" bigint NOT NULL, PRIMARY KEY ("loan_id", "book_id"), CONSTRAINT "loan_returned_loan_id" FOREIGN KEY ("loan_id") REFERENCES "loans" ("id") ON DELETE CASCADE, CONSTRAINT "loan_returned_book_id" FOREIGN KEY ("book_id") REFERENCES "books" ("id") ON DELETE CASCADE);
--bun:split
CREATE INDEX "loan_returned_book_id_loan_id" ON "loan_returned" ("book_id", "loan_id");
