-- almanac: additive
CREATE TABLE `books` (`id` integer NOT NULL, `version` integer NOT NULL, `language` text NOT NULL, `author` integer NOT NULL, `slug` text NOT NULL, `created_utc` text NOT NULL, `modified_utc` text NOT NULL, `status` text NOT NULL, `date` text NOT NULL, `date_utc` text NOT NULL, `modified` text NOT NULL, `original_slug` text NOT NULL, `password` text NOT NULL, `image_id` integer NOT NULL, `made_inline` bool NOT NULL, `title` text NOT NULL, `description` text NOT NULL, `isbn` text NOT NULL, `price` integer NOT NULL, `published_on` text NULL, `title_search` text NOT NULL, `title_sort` text NOT NULL, `description_search` text NOT NULL, `price_currency` text NOT NULL, `links_cache` text NOT NULL DEFAULT '', PRIMARY KEY (`id`));
--bun:split
CREATE UNIQUE INDEX `books_slug` ON `books` (`slug`);
--bun:split
CREATE INDEX `books_title_sort_id` ON `books` (`title_sort`, `id`);
--bun:split
CREATE INDEX `books_status_date_utc` ON `books` (`status`, `date_utc`);
--bun:split
CREATE UNIQUE INDEX `books_isbn` ON `books` (`isbn`) WHERE `isbn` <> '';
--bun:split
CREATE TABLE `authors` (`id` integer NOT NULL, `version` integer NOT NULL, `created_utc` text NOT NULL, `modified_utc` text NOT NULL, `name` text NOT NULL, `born` real NULL, `name_search` text NOT NULL, `name_sort` text NOT NULL, PRIMARY KEY (`id`));
--bun:split
CREATE INDEX `authors_name_sort_id` ON `authors` (`name_sort`, `id`);
--bun:split
CREATE TABLE `author_id_sequence` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `resource` text NOT NULL);
--bun:split
CREATE TABLE `shelves` (`id` integer NOT NULL, `version` integer NOT NULL, `language` text NOT NULL, `author` integer NOT NULL, `slug` text NOT NULL, `created_utc` text NOT NULL, `modified_utc` text NOT NULL, `parent` integer NOT NULL, `name` text NOT NULL, `name_sort` text NOT NULL, PRIMARY KEY (`id`));
--bun:split
CREATE UNIQUE INDEX `shelves_slug` ON `shelves` (`slug`);
--bun:split
CREATE INDEX `shelves_name_sort_id` ON `shelves` (`name_sort`, `id`);
--bun:split
CREATE INDEX `shelves_parent` ON `shelves` (`parent`);
--bun:split
CREATE TABLE `orders` (`id` integer NOT NULL, `version` integer NOT NULL, `created_utc` text NOT NULL, `modified_utc` text NOT NULL, `customer` text NOT NULL, `status` text NOT NULL, `wanted_on` text NULL, `customer_search` text NOT NULL, `links_cache` text NOT NULL DEFAULT '', PRIMARY KEY (`id`));
--bun:split
CREATE TABLE `order_id_sequence` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `resource` text NOT NULL);
--bun:split
CREATE TABLE `post_id_sequence` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `resource` text NOT NULL);
--bun:split
CREATE TABLE `term_id_sequence` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `resource` text NOT NULL);
--bun:split
CREATE TABLE `term_counts` (`term_id` integer NOT NULL, `shard` integer NOT NULL, `count` integer NOT NULL, PRIMARY KEY (`term_id`, `shard`)) WITHOUT ROWID;
--bun:split
CREATE TABLE `images` (`id` integer NOT NULL, `url` text NOT NULL, `url_sha256` text NOT NULL, `width` integer NOT NULL, `height` integer NOT NULL, `filesize` integer NOT NULL, `sizes` text NOT NULL, `author` integer NOT NULL, PRIMARY KEY (`id`));
--bun:split
CREATE UNIQUE INDEX `images_url_sha256` ON `images` (`url_sha256`);
--bun:split
CREATE TABLE `users` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `name` text NOT NULL, `email` text NOT NULL, `role` text NOT NULL, `password_hash` text NOT NULL, `version` integer NOT NULL, `created_utc` text NOT NULL);
--bun:split
CREATE UNIQUE INDEX `users_name` ON `users` (`name`);
--bun:split
CREATE TABLE `sign_in_names` (`name` text NOT NULL, `user_id` integer NOT NULL, PRIMARY KEY (`name`));
--bun:split
CREATE INDEX `sign_in_names_user_id` ON `sign_in_names` (`user_id`);
--bun:split
CREATE TABLE `tokens` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `user_id` integer NOT NULL, `label` text NOT NULL, `sha256` text NOT NULL, `created_utc` text NOT NULL, `expires_utc` text NOT NULL);
--bun:split
CREATE UNIQUE INDEX `tokens_sha256` ON `tokens` (`sha256`);
--bun:split
CREATE INDEX `tokens_user_id` ON `tokens` (`user_id`);
--bun:split
CREATE TABLE `schema_metadata` (`name` text NOT NULL, `value` text NOT NULL, PRIMARY KEY (`name`));
--bun:split
CREATE TABLE `idempotency_keys` (`user_id` integer NOT NULL, `key` text NOT NULL, `fingerprint` text NOT NULL, `status` integer NOT NULL, `location` text NOT NULL, `version` integer NOT NULL, `body` text NOT NULL, `created_utc` text NOT NULL, PRIMARY KEY (`user_id`, `key`));
--bun:split
CREATE INDEX `idempotency_keys_created_utc` ON `idempotency_keys` (`created_utc`);
--bun:split
CREATE TABLE `audit_entries` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `at_utc` text NOT NULL, `user_id` integer NOT NULL, `user_name` text NOT NULL, `action` text NOT NULL, `resource` text NOT NULL, `record_id` integer NOT NULL, `client_ip` text NOT NULL, `request_id` text NOT NULL);
--bun:split
CREATE INDEX `audit_entries_at_utc_id` ON `audit_entries` (`at_utc`, `id`);
--bun:split
CREATE INDEX `audit_entries_resource_record_id` ON `audit_entries` (`resource`, `record_id`);
--bun:split
CREATE TABLE `outbox` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `topic` text NOT NULL, `resource` text NOT NULL, `record_id` integer NOT NULL, `payload` text NOT NULL, `created_utc` text NOT NULL, `next_utc` text NOT NULL, `attempts` integer NOT NULL, `error` text NOT NULL, `failed` bool NOT NULL);
--bun:split
CREATE INDEX `outbox_next_utc` ON `outbox` (`next_utc`);
--bun:split
CREATE INDEX `outbox_resource_record_id_id` ON `outbox` (`resource`, `record_id`, `id`);
--bun:split
CREATE TABLE `book_authors` (`book_id` integer NOT NULL, `author_id` integer NOT NULL, `position` integer NOT NULL, PRIMARY KEY (`book_id`, `author_id`), CONSTRAINT `book_authors_book_id` FOREIGN KEY (`book_id`) REFERENCES `books` (`id`) ON DELETE CASCADE, CONSTRAINT `book_authors_author_id` FOREIGN KEY (`author_id`) REFERENCES `authors` (`id`) ON DELETE CASCADE) WITHOUT ROWID;
--bun:split
CREATE INDEX `book_authors_author_id_book_id` ON `book_authors` (`author_id`, `book_id`);
--bun:split
CREATE TABLE `book_shelves` (`book_id` integer NOT NULL, `shelf_id` integer NOT NULL, `position` integer NOT NULL, PRIMARY KEY (`book_id`, `shelf_id`), CONSTRAINT `book_shelves_book_id` FOREIGN KEY (`book_id`) REFERENCES `books` (`id`) ON DELETE CASCADE, CONSTRAINT `book_shelves_shelf_id` FOREIGN KEY (`shelf_id`) REFERENCES `shelves` (`id`) ON DELETE CASCADE) WITHOUT ROWID;
--bun:split
CREATE INDEX `book_shelves_shelf_id_book_id` ON `book_shelves` (`shelf_id`, `book_id`);
--bun:split
CREATE TABLE `order_books` (`order_id` integer NOT NULL, `book_id` integer NOT NULL, `position` integer NOT NULL, PRIMARY KEY (`order_id`, `book_id`), CONSTRAINT `order_books_order_id` FOREIGN KEY (`order_id`) REFERENCES `orders` (`id`) ON DELETE CASCADE, CONSTRAINT `order_books_book_id` FOREIGN KEY (`book_id`) REFERENCES `books` (`id`) ON DELETE CASCADE) WITHOUT ROWID;
--bun:split
CREATE INDEX `order_books_book_id_order_id` ON `order_books` (`book_id`, `order_id`);
--bun:split
CREATE TRIGGER `books.isbn_insert` BEFORE INSERT ON `books` FOR EACH ROW WHEN (NOT (length(NEW.`isbn`) <= 13)) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: books.isbn'); END;
--bun:split
CREATE TRIGGER `books.isbn_update` BEFORE UPDATE OF `isbn` ON `books` FOR EACH ROW WHEN (NEW.`isbn` IS DISTINCT FROM OLD.`isbn` AND NOT (length(NEW.`isbn`) <= 13)) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: books.isbn'); END;
--bun:split
CREATE TRIGGER `books.price_insert` BEFORE INSERT ON `books` FOR EACH ROW WHEN (NOT (NEW.`price` >= 0)) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: books.price'); END;
--bun:split
CREATE TRIGGER `books.price_update` BEFORE UPDATE OF `price` ON `books` FOR EACH ROW WHEN (NEW.`price` IS DISTINCT FROM OLD.`price` AND NOT (NEW.`price` >= 0)) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: books.price'); END;
--bun:split
CREATE TRIGGER `books.published_on_insert` BEFORE INSERT ON `books` FOR EACH ROW WHEN (NOT (NEW.`published_on` IS date(NEW.`published_on`))) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: books.published_on'); END;
--bun:split
CREATE TRIGGER `books.published_on_update` BEFORE UPDATE OF `published_on` ON `books` FOR EACH ROW WHEN (NEW.`published_on` IS DISTINCT FROM OLD.`published_on` AND NOT (NEW.`published_on` IS date(NEW.`published_on`))) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: books.published_on'); END;
--bun:split
CREATE TRIGGER `books.price_currency_insert` BEFORE INSERT ON `books` FOR EACH ROW WHEN (NOT (NEW.`price_currency` IN ('EUR', 'USD'))) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: books.price'); END;
--bun:split
CREATE TRIGGER `books.price_currency_update` BEFORE UPDATE OF `price_currency` ON `books` FOR EACH ROW WHEN (NEW.`price_currency` IS DISTINCT FROM OLD.`price_currency` AND NOT (NEW.`price_currency` IN ('EUR', 'USD'))) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: books.price'); END;
--bun:split
CREATE TRIGGER `authors.born_insert` BEFORE INSERT ON `authors` FOR EACH ROW WHEN (NOT (NEW.`born` >= 1 AND NEW.`born` <= 2100)) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: authors.born'); END;
--bun:split
CREATE TRIGGER `authors.born_update` BEFORE UPDATE OF `born` ON `authors` FOR EACH ROW WHEN (NEW.`born` IS DISTINCT FROM OLD.`born` AND NOT (NEW.`born` >= 1 AND NEW.`born` <= 2100)) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: authors.born'); END;
--bun:split
CREATE TRIGGER `orders.status_insert` BEFORE INSERT ON `orders` FOR EACH ROW WHEN (NOT (NEW.`status` IN ('open', 'paid', 'sent'))) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: orders.status'); END;
--bun:split
CREATE TRIGGER `orders.status_update` BEFORE UPDATE OF `status` ON `orders` FOR EACH ROW WHEN (NEW.`status` IS DISTINCT FROM OLD.`status` AND NOT (NEW.`status` IN ('open', 'paid', 'sent'))) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: orders.status'); END;
--bun:split
CREATE TRIGGER `orders.wanted_on_insert` BEFORE INSERT ON `orders` FOR EACH ROW WHEN (NOT (NEW.`wanted_on` IS date(NEW.`wanted_on`))) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: orders.wanted_on'); END;
--bun:split
CREATE TRIGGER `orders.wanted_on_update` BEFORE UPDATE OF `wanted_on` ON `orders` FOR EACH ROW WHEN (NEW.`wanted_on` IS DISTINCT FROM OLD.`wanted_on` AND NOT (NEW.`wanted_on` IS date(NEW.`wanted_on`))) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: orders.wanted_on'); END;
