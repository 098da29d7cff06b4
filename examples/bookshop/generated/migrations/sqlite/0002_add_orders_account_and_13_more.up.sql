-- almanac: additive
ALTER TABLE `orders` ADD COLUMN `account` integer NOT NULL DEFAULT 0;
--bun:split
ALTER TABLE `orders` ADD COLUMN `total` integer NULL;
--bun:split
ALTER TABLE `orders` ADD COLUMN `total_currency` text NOT NULL DEFAULT '';
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
CREATE TABLE `desk_sessions` (`sha256` text NOT NULL, `user_id` integer NOT NULL, `created_utc` text NOT NULL, `used_utc` text NOT NULL, `address` text NOT NULL, `browser` text NOT NULL, PRIMARY KEY (`sha256`));
--bun:split
CREATE INDEX `desk_sessions_user_id` ON `desk_sessions` (`user_id`);
--bun:split
CREATE TABLE `one_time_links` (`sha256` text NOT NULL, `user_id` integer NOT NULL, `expires_utc` text NOT NULL, PRIMARY KEY (`sha256`));
--bun:split
CREATE TABLE `site_identity` (`id` integer NOT NULL, `site_name` text NOT NULL, `logo` integer NOT NULL, `accent` text NOT NULL, `footer_links` text NOT NULL, `style` text NOT NULL, `version` integer NOT NULL, `modified_utc` text NOT NULL, PRIMARY KEY (`id`));
--bun:split
CREATE INDEX `images_author` ON `images` (`author`);
--bun:split
DELETE FROM `schema_metadata` WHERE `name` IN ('derived/orders', 'derived/orders/done');
--bun:split
CREATE TRIGGER `orders.total_insert` BEFORE INSERT ON `orders` FOR EACH ROW WHEN (NOT (NEW.`total` >= 0)) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: orders.total'); END;
--bun:split
CREATE TRIGGER `orders.total_update` BEFORE UPDATE OF `total` ON `orders` FOR EACH ROW WHEN (NEW.`total` IS DISTINCT FROM OLD.`total` AND NOT (NEW.`total` >= 0)) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: orders.total'); END;
--bun:split
CREATE TRIGGER `orders.total_currency_insert` BEFORE INSERT ON `orders` FOR EACH ROW WHEN (NOT (NEW.`total_currency` IN ('', 'EUR', 'USD'))) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: orders.total'); END;
--bun:split
CREATE TRIGGER `orders.total_currency_update` BEFORE UPDATE OF `total_currency` ON `orders` FOR EACH ROW WHEN (NEW.`total_currency` IS DISTINCT FROM OLD.`total_currency` AND NOT (NEW.`total_currency` IN ('', 'EUR', 'USD'))) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: orders.total'); END;
