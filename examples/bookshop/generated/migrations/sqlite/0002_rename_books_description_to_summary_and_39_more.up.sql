DROP TRIGGER `authors.born_insert`;
--bun:split
DROP TRIGGER `authors.born_update`;
--bun:split
ALTER TABLE `books` RENAME COLUMN `description` TO `summary`;
--bun:split
ALTER TABLE `books` RENAME COLUMN `description_search` TO `summary_search`;
--bun:split
ALTER TABLE `authors` RENAME COLUMN `born` TO `birth_year`;
--bun:split
ALTER TABLE `books` ADD COLUMN `status_before_trash` text NOT NULL DEFAULT '';
--bun:split
ALTER TABLE `books` ADD COLUMN `edited_utc` text NOT NULL DEFAULT '';
--bun:split
ALTER TABLE `authors` ADD COLUMN `reading_fee` integer NULL;
--bun:split
ALTER TABLE `authors` ADD COLUMN `reading_fee_currency` text NOT NULL DEFAULT '';
--bun:split
ALTER TABLE `orders` ADD COLUMN `account` integer NOT NULL DEFAULT 0;
--bun:split
ALTER TABLE `orders` ADD COLUMN `total` integer NULL;
--bun:split
ALTER TABLE `orders` ADD COLUMN `note` text NOT NULL DEFAULT '';
--bun:split
ALTER TABLE `orders` ADD COLUMN `packed_at` text NULL;
--bun:split
ALTER TABLE `orders` ADD COLUMN `total_currency` text NOT NULL DEFAULT '';
--bun:split
ALTER TABLE `orders` ADD COLUMN `note_search` text NOT NULL DEFAULT '';
--bun:split
ALTER TABLE `images` ADD COLUMN `title` text NOT NULL DEFAULT '';
--bun:split
ALTER TABLE `images` ADD COLUMN `alt` text NOT NULL DEFAULT '';
--bun:split
ALTER TABLE `images` ADD COLUMN `caption` text NOT NULL DEFAULT '';
--bun:split
ALTER TABLE `images` ADD COLUMN `stored_bytes` integer NOT NULL DEFAULT 0;
--bun:split
ALTER TABLE `images` ADD COLUMN `created_utc` text NOT NULL DEFAULT '';
--bun:split
ALTER TABLE `images` ADD COLUMN `modified_utc` text NOT NULL DEFAULT '';
--bun:split
ALTER TABLE `audit_entries` ADD COLUMN `note` text NOT NULL DEFAULT '';
--bun:split
ALTER TABLE `audit_entries` ADD COLUMN `transaction_id` integer NOT NULL DEFAULT 0;
--bun:split
ALTER TABLE `audit_entries` ADD COLUMN `change_id` text NOT NULL DEFAULT '';
--bun:split
ALTER TABLE `audit_entries` ADD COLUMN `version` integer NOT NULL DEFAULT 0;
--bun:split
ALTER TABLE `audit_entries` ADD COLUMN `was_there` bool NOT NULL DEFAULT false;
--bun:split
ALTER TABLE `audit_entries` ADD COLUMN `was_status` text NOT NULL DEFAULT '';
--bun:split
ALTER TABLE `audit_entries` ADD COLUMN `was_hidden` bool NOT NULL DEFAULT false;
--bun:split
ALTER TABLE `audit_entries` ADD COLUMN `was_locked` bool NOT NULL DEFAULT false;
--bun:split
ALTER TABLE `audit_entries` ADD COLUMN `was_owner` integer NOT NULL DEFAULT 0;
--bun:split
ALTER TABLE `audit_entries` ADD COLUMN `patch` text NOT NULL DEFAULT '';
--bun:split
CREATE TABLE `desk_sessions` (`sha256` text NOT NULL, `user_id` integer NOT NULL, `created_utc` text NOT NULL, `used_utc` text NOT NULL, `address` text NOT NULL, `browser` text NOT NULL, PRIMARY KEY (`sha256`));
--bun:split
CREATE INDEX `desk_sessions_user_id` ON `desk_sessions` (`user_id`);
--bun:split
CREATE TABLE `one_time_links` (`sha256` text NOT NULL, `user_id` integer NOT NULL, `expires_utc` text NOT NULL, PRIMARY KEY (`sha256`));
--bun:split
CREATE TABLE `site_identity` (`id` integer NOT NULL, `site_name` text NOT NULL, `logo` integer NOT NULL, `accent` text NOT NULL, `footer_links` text NOT NULL, `style` text NOT NULL, `version` integer NOT NULL, `modified_utc` text NOT NULL, PRIMARY KEY (`id`));
--bun:split
CREATE TABLE `record_series` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `resource` text NOT NULL, `version` integer NOT NULL, `rule` text NOT NULL, `except_dates` text NOT NULL, `dates` text NOT NULL, `duration` integer NOT NULL, `template` text NOT NULL, `extended_to` text NOT NULL, `previous` integer NOT NULL, `created_utc` text NOT NULL, `modified_utc` text NOT NULL);
--bun:split
CREATE INDEX `record_series_resource_extended_to` ON `record_series` (`resource`, `extended_to`);
--bun:split
CREATE TABLE `former_slugs` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `resource` text NOT NULL, `slug` text NOT NULL, `record_id` integer NOT NULL, `created_utc` text NOT NULL);
--bun:split
CREATE UNIQUE INDEX `former_slugs_resource_slug` ON `former_slugs` (`resource`, `slug`);
--bun:split
CREATE INDEX `former_slugs_resource_record_id_id` ON `former_slugs` (`resource`, `record_id`, `id`);
--bun:split
CREATE TABLE `webhooks` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `url` text NOT NULL, `description` text NOT NULL, `types` text NOT NULL, `thin` bool NOT NULL, `secret` text NOT NULL, `former_secret` text NOT NULL, `former_until_utc` text NOT NULL, `disabled` bool NOT NULL, `disabled_reason` text NOT NULL, `paused_until_utc` text NOT NULL, `failing_since_utc` text NOT NULL, `user_id` integer NOT NULL, `created_utc` text NOT NULL, `modified_utc` text NOT NULL);
--bun:split
CREATE TABLE `webhook_deliveries` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `webhook_id` integer NOT NULL, `message_id` text NOT NULL, `type` text NOT NULL, `resource` text NOT NULL, `record_id` integer NOT NULL, `payload` text NOT NULL, `created_utc` text NOT NULL, `next_utc` text NOT NULL, `attempts` integer NOT NULL, `state` text NOT NULL, `reply_status` integer NOT NULL, `reply` text NOT NULL, `ended_utc` text NOT NULL);
--bun:split
CREATE INDEX `webhook_deliveries_webhook_id_state_next_utc` ON `webhook_deliveries` (`webhook_id`, `state`, `next_utc`);
--bun:split
CREATE INDEX `webhook_deliveries_webhook_id_resource_record_id_state_id` ON `webhook_deliveries` (`webhook_id`, `resource`, `record_id`, `state`, `id`);
--bun:split
CREATE TABLE `background_jobs` (`name` text NOT NULL, `version` integer NOT NULL, `due_utc` text NOT NULL, `asked` bool NOT NULL, `retry_utc` text NOT NULL, `holder` text NOT NULL, `heartbeat_utc` text NOT NULL, `begun_utc` text NOT NULL, `ended_utc` text NOT NULL, `duration_ms` integer NOT NULL, `error` text NOT NULL, `failures` integer NOT NULL, PRIMARY KEY (`name`));
--bun:split
CREATE TABLE `order_authors` (`order_id` integer NOT NULL, `author_id` integer NOT NULL, `position` integer NOT NULL, PRIMARY KEY (`order_id`, `author_id`), CONSTRAINT `order_authors_order_id` FOREIGN KEY (`order_id`) REFERENCES `orders` (`id`) ON DELETE CASCADE, CONSTRAINT `order_authors_author_id` FOREIGN KEY (`author_id`) REFERENCES `authors` (`id`) ON DELETE CASCADE) WITHOUT ROWID;
--bun:split
CREATE INDEX `order_authors_author_id_order_id` ON `order_authors` (`author_id`, `order_id`);
--bun:split
CREATE INDEX `images_author` ON `images` (`author`);
--bun:split
DELETE FROM `schema_metadata` WHERE `name` IN ('derived/authors', 'derived/authors/done', 'derived/books', 'derived/books/done', 'derived/orders', 'derived/orders/done');
--bun:split
CREATE TRIGGER `authors.birth_year_insert` BEFORE INSERT ON `authors` FOR EACH ROW WHEN (NOT (NEW.`birth_year` >= 1 AND NEW.`birth_year` <= 2100)) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: authors.birth_year'); END;
--bun:split
CREATE TRIGGER `authors.birth_year_update` BEFORE UPDATE OF `birth_year` ON `authors` FOR EACH ROW WHEN (NEW.`birth_year` IS DISTINCT FROM OLD.`birth_year` AND NOT (NEW.`birth_year` >= 1 AND NEW.`birth_year` <= 2100)) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: authors.birth_year'); END;
--bun:split
CREATE TRIGGER `authors.reading_fee_insert` BEFORE INSERT ON `authors` FOR EACH ROW WHEN (NOT (NEW.`reading_fee` >= 0)) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: authors.reading_fee'); END;
--bun:split
CREATE TRIGGER `authors.reading_fee_update` BEFORE UPDATE OF `reading_fee` ON `authors` FOR EACH ROW WHEN (NEW.`reading_fee` IS DISTINCT FROM OLD.`reading_fee` AND NOT (NEW.`reading_fee` >= 0)) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: authors.reading_fee'); END;
--bun:split
CREATE TRIGGER `authors.reading_fee_currency_insert` BEFORE INSERT ON `authors` FOR EACH ROW WHEN (NOT (NEW.`reading_fee_currency` IN ('', 'EUR', 'USD'))) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: authors.reading_fee'); END;
--bun:split
CREATE TRIGGER `authors.reading_fee_currency_update` BEFORE UPDATE OF `reading_fee_currency` ON `authors` FOR EACH ROW WHEN (NEW.`reading_fee_currency` IS DISTINCT FROM OLD.`reading_fee_currency` AND NOT (NEW.`reading_fee_currency` IN ('', 'EUR', 'USD'))) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: authors.reading_fee'); END;
--bun:split
CREATE TRIGGER `orders.total_insert` BEFORE INSERT ON `orders` FOR EACH ROW WHEN (NOT (NEW.`total` >= 0)) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: orders.total'); END;
--bun:split
CREATE TRIGGER `orders.total_update` BEFORE UPDATE OF `total` ON `orders` FOR EACH ROW WHEN (NEW.`total` IS DISTINCT FROM OLD.`total` AND NOT (NEW.`total` >= 0)) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: orders.total'); END;
--bun:split
CREATE TRIGGER `orders.packed_at_insert` BEFORE INSERT ON `orders` FOR EACH ROW WHEN (NOT (NEW.`packed_at` IS strftime('%Y-%m-%dT%H:%M:%SZ', NEW.`packed_at`) AND substr(NEW.`packed_at`, 12) < '24')) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: orders.packed_at'); END;
--bun:split
CREATE TRIGGER `orders.packed_at_update` BEFORE UPDATE OF `packed_at` ON `orders` FOR EACH ROW WHEN (NEW.`packed_at` IS DISTINCT FROM OLD.`packed_at` AND NOT (NEW.`packed_at` IS strftime('%Y-%m-%dT%H:%M:%SZ', NEW.`packed_at`) AND substr(NEW.`packed_at`, 12) < '24')) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: orders.packed_at'); END;
--bun:split
CREATE TRIGGER `orders.total_currency_insert` BEFORE INSERT ON `orders` FOR EACH ROW WHEN (NOT (NEW.`total_currency` IN ('', 'EUR', 'USD'))) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: orders.total'); END;
--bun:split
CREATE TRIGGER `orders.total_currency_update` BEFORE UPDATE OF `total_currency` ON `orders` FOR EACH ROW WHEN (NEW.`total_currency` IS DISTINCT FROM OLD.`total_currency` AND NOT (NEW.`total_currency` IN ('', 'EUR', 'USD'))) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: orders.total'); END;
