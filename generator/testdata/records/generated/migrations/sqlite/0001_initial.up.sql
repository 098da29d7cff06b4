-- almanac: additive
CREATE TABLE `orders` (`id` integer NOT NULL, `version` integer NOT NULL, `created_utc` text NOT NULL, `modified_utc` text NOT NULL, `status` text NOT NULL, `author` text NOT NULL, `owner` integer NOT NULL, `date` text NOT NULL, `slug` integer NOT NULL, `group` bool NOT NULL, `shelf` text NOT NULL, `author_search` text NOT NULL, `author_sort` text NOT NULL, `shelf_sort` text NOT NULL, `links_cache` text NOT NULL DEFAULT '', PRIMARY KEY (`id`));
--bun:split
CREATE INDEX `orders_status_id` ON `orders` (`status`, `id`);
--bun:split
CREATE TABLE `order_id_sequence` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `resource` text NOT NULL);
--bun:split
CREATE TABLE `groups` (`id` integer NOT NULL, `version` integer NOT NULL, `created_utc` text NOT NULL, `modified_utc` text NOT NULL, `name` text NOT NULL, `type` text NOT NULL, `name_sort` text NOT NULL, PRIMARY KEY (`id`));
--bun:split
CREATE INDEX `groups_name_sort_id` ON `groups` (`name_sort`, `id`);
--bun:split
CREATE TABLE `labels` (`id` integer NOT NULL, `version` integer NOT NULL, `language` text NOT NULL, `author` integer NOT NULL, `slug` text NOT NULL, `created_utc` text NOT NULL, `modified_utc` text NOT NULL, `parent` integer NOT NULL, `name` text NOT NULL, `name_sort` text NOT NULL, PRIMARY KEY (`id`));
--bun:split
CREATE UNIQUE INDEX `labels_slug` ON `labels` (`slug`);
--bun:split
CREATE INDEX `labels_name_sort_id` ON `labels` (`name_sort`, `id`);
--bun:split
CREATE INDEX `labels_parent` ON `labels` (`parent`);
--bun:split
CREATE TABLE `ticket_id_sequence` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `resource` text NOT NULL);
--bun:split
CREATE TABLE `order_groups` (`order_id` integer NOT NULL, `group_id` integer NOT NULL, `position` integer NOT NULL, PRIMARY KEY (`order_id`, `group_id`), CONSTRAINT `order_groups_order_id` FOREIGN KEY (`order_id`) REFERENCES `orders` (`id`) ON DELETE CASCADE, CONSTRAINT `order_groups_group_id` FOREIGN KEY (`group_id`) REFERENCES `groups` (`id`) ON DELETE CASCADE) WITHOUT ROWID;
--bun:split
CREATE INDEX `order_groups_group_id_order_id` ON `order_groups` (`group_id`, `order_id`);
--bun:split
CREATE TABLE `order_labels` (`order_id` integer NOT NULL, `label_id` integer NOT NULL, `position` integer NOT NULL, PRIMARY KEY (`order_id`, `label_id`), CONSTRAINT `order_labels_order_id` FOREIGN KEY (`order_id`) REFERENCES `orders` (`id`) ON DELETE CASCADE, CONSTRAINT `order_labels_label_id` FOREIGN KEY (`label_id`) REFERENCES `labels` (`id`) ON DELETE CASCADE) WITHOUT ROWID;
--bun:split
CREATE INDEX `order_labels_label_id_order_id` ON `order_labels` (`label_id`, `order_id`);
--bun:split
CREATE TRIGGER `orders.status_insert` BEFORE INSERT ON `orders` FOR EACH ROW WHEN (NOT (NEW.`status` IN ('open', 'paid', 'sent'))) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: orders.status'); END;
--bun:split
CREATE TRIGGER `orders.status_update` BEFORE UPDATE OF `status` ON `orders` FOR EACH ROW WHEN (NEW.`status` IS DISTINCT FROM OLD.`status` AND NOT (NEW.`status` IN ('open', 'paid', 'sent'))) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: orders.status'); END;
