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
-- almanac: rewrites audit_entries
-- almanac: rewrites authors
-- almanac: rewrites books
-- almanac: rewrites images
-- almanac: rewrites orders
DROP TRIGGER `authors.birth_year_insert`;
--bun:split
DROP TRIGGER `authors.birth_year_update`;
--bun:split
DROP TRIGGER `authors.reading_fee_insert`;
--bun:split
DROP TRIGGER `authors.reading_fee_update`;
--bun:split
DROP TRIGGER `authors.reading_fee_currency_insert`;
--bun:split
DROP TRIGGER `authors.reading_fee_currency_update`;
--bun:split
DROP TRIGGER `orders.total_insert`;
--bun:split
DROP TRIGGER `orders.total_update`;
--bun:split
DROP TRIGGER `orders.packed_at_insert`;
--bun:split
DROP TRIGGER `orders.packed_at_update`;
--bun:split
DROP TRIGGER `orders.total_currency_insert`;
--bun:split
DROP TRIGGER `orders.total_currency_update`;
--bun:split
DROP TABLE `order_authors`;
--bun:split
DROP TABLE `background_jobs`;
--bun:split
DROP TABLE `webhook_deliveries`;
--bun:split
DROP TABLE `webhooks`;
--bun:split
DROP TABLE `former_slugs`;
--bun:split
DROP TABLE `record_series`;
--bun:split
DROP TABLE `site_identity`;
--bun:split
DROP TABLE `one_time_links`;
--bun:split
DROP TABLE `desk_sessions`;
--bun:split
DROP INDEX `images_author`;
--bun:split
ALTER TABLE `books` RENAME COLUMN `summary` TO `description`;
--bun:split
ALTER TABLE `books` RENAME COLUMN `summary_search` TO `description_search`;
--bun:split
ALTER TABLE `authors` RENAME COLUMN `birth_year` TO `born`;
--bun:split
CREATE TABLE `new_books` (`id` integer NOT NULL, `version` integer NOT NULL, `language` text NOT NULL, `author` integer NOT NULL, `slug` text NOT NULL, `created_utc` text NOT NULL, `modified_utc` text NOT NULL, `status` text NOT NULL, `date` text NOT NULL, `date_utc` text NOT NULL, `modified` text NOT NULL, `original_slug` text NOT NULL, `password` text NOT NULL, `image_id` integer NOT NULL, `made_inline` bool NOT NULL, `title` text NOT NULL, `description` text NOT NULL, `isbn` text NOT NULL, `price` integer NOT NULL, `published_on` text NULL, `title_search` text NOT NULL, `title_sort` text NOT NULL, `description_search` text NOT NULL, `price_currency` text NOT NULL, `links_cache` text NOT NULL DEFAULT '', PRIMARY KEY (`id`));
--bun:split
INSERT INTO `new_books` (`id`, `version`, `language`, `author`, `slug`, `created_utc`, `modified_utc`, `status`, `date`, `date_utc`, `modified`, `original_slug`, `password`, `image_id`, `made_inline`, `title`, `description`, `isbn`, `price`, `published_on`, `title_search`, `title_sort`, `description_search`, `price_currency`, `links_cache`) SELECT `id`, `version`, `language`, `author`, `slug`, `created_utc`, `modified_utc`, `status`, `date`, `date_utc`, `modified`, `original_slug`, `password`, `image_id`, `made_inline`, `title`, `description`, `isbn`, `price`, `published_on`, `title_search`, `title_sort`, `description_search`, `price_currency`, `links_cache` FROM `books`;
--bun:split
DROP TABLE `books`;
--bun:split
ALTER TABLE `new_books` RENAME TO `books`;
--bun:split
CREATE UNIQUE INDEX `books_slug` ON `books` (`slug`);
--bun:split
CREATE INDEX `books_title_sort_id` ON `books` (`title_sort`, `id`);
--bun:split
CREATE INDEX `books_status_date_utc` ON `books` (`status`, `date_utc`);
--bun:split
CREATE UNIQUE INDEX `books_isbn` ON `books` (`isbn`) WHERE `isbn` <> '';
--bun:split
CREATE TABLE `new_authors` (`id` integer NOT NULL, `version` integer NOT NULL, `created_utc` text NOT NULL, `modified_utc` text NOT NULL, `name` text NOT NULL, `born` real NULL, `name_search` text NOT NULL, `name_sort` text NOT NULL, PRIMARY KEY (`id`));
--bun:split
INSERT INTO `new_authors` (`id`, `version`, `created_utc`, `modified_utc`, `name`, `born`, `name_search`, `name_sort`) SELECT `id`, `version`, `created_utc`, `modified_utc`, `name`, `born`, `name_search`, `name_sort` FROM `authors`;
--bun:split
DROP TABLE `authors`;
--bun:split
ALTER TABLE `new_authors` RENAME TO `authors`;
--bun:split
CREATE INDEX `authors_name_sort_id` ON `authors` (`name_sort`, `id`);
--bun:split
CREATE TABLE `new_orders` (`id` integer NOT NULL, `version` integer NOT NULL, `created_utc` text NOT NULL, `modified_utc` text NOT NULL, `customer` text NOT NULL, `status` text NOT NULL, `wanted_on` text NULL, `customer_search` text NOT NULL, `links_cache` text NOT NULL DEFAULT '', PRIMARY KEY (`id`));
--bun:split
INSERT INTO `new_orders` (`id`, `version`, `created_utc`, `modified_utc`, `customer`, `status`, `wanted_on`, `customer_search`, `links_cache`) SELECT `id`, `version`, `created_utc`, `modified_utc`, `customer`, `status`, `wanted_on`, `customer_search`, `links_cache` FROM `orders`;
--bun:split
DROP TABLE `orders`;
--bun:split
ALTER TABLE `new_orders` RENAME TO `orders`;
--bun:split
CREATE TABLE `new_images` (`id` integer NOT NULL, `url` text NOT NULL, `url_sha256` text NOT NULL, `width` integer NOT NULL, `height` integer NOT NULL, `filesize` integer NOT NULL, `sizes` text NOT NULL, `author` integer NOT NULL, PRIMARY KEY (`id`));
--bun:split
INSERT INTO `new_images` (`id`, `url`, `url_sha256`, `width`, `height`, `filesize`, `sizes`, `author`) SELECT `id`, `url`, `url_sha256`, `width`, `height`, `filesize`, `sizes`, `author` FROM `images`;
--bun:split
DROP TABLE `images`;
--bun:split
ALTER TABLE `new_images` RENAME TO `images`;
--bun:split
CREATE UNIQUE INDEX `images_url_sha256` ON `images` (`url_sha256`);
--bun:split
CREATE TABLE `new_audit_entries` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `at_utc` text NOT NULL, `user_id` integer NOT NULL, `user_name` text NOT NULL, `action` text NOT NULL, `resource` text NOT NULL, `record_id` integer NOT NULL, `client_ip` text NOT NULL, `request_id` text NOT NULL);
--bun:split
INSERT INTO `new_audit_entries` (`id`, `at_utc`, `user_id`, `user_name`, `action`, `resource`, `record_id`, `client_ip`, `request_id`) SELECT `id`, `at_utc`, `user_id`, `user_name`, `action`, `resource`, `record_id`, `client_ip`, `request_id` FROM `audit_entries`;
--bun:split
DELETE FROM sqlite_sequence WHERE name = 'new_audit_entries';
--bun:split
INSERT INTO sqlite_sequence (name, seq) SELECT 'new_audit_entries', seq FROM sqlite_sequence WHERE name = 'audit_entries';
--bun:split
DROP TABLE `audit_entries`;
--bun:split
ALTER TABLE `new_audit_entries` RENAME TO `audit_entries`;
--bun:split
CREATE INDEX `audit_entries_at_utc_id` ON `audit_entries` (`at_utc`, `id`);
--bun:split
CREATE INDEX `audit_entries_resource_record_id` ON `audit_entries` (`resource`, `record_id`);
--bun:split
UPDATE `orders` SET `links_cache` = '' WHERE `links_cache` <> '';
--bun:split
DELETE FROM `schema_metadata` WHERE `name` IN ('derived/authors', 'derived/authors/done', 'derived/books', 'derived/books/done', 'links/orders');
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
