-- almanac: additive
CREATE TABLE `labels` (`id` integer NOT NULL, `version` integer NOT NULL, `language` text NOT NULL, `author` integer NOT NULL, `slug` text NOT NULL, `created_utc` text NOT NULL, `modified_utc` text NOT NULL, `parent` integer NOT NULL, `name` text NOT NULL, `name_sort` text NOT NULL, PRIMARY KEY (`id`));
--bun:split
CREATE UNIQUE INDEX `labels_slug` ON `labels` (`slug`);
--bun:split
CREATE INDEX `labels_name_sort_id` ON `labels` (`name_sort`, `id`);
--bun:split
CREATE INDEX `labels_parent` ON `labels` (`parent`);
