-- almanac: additive
CREATE TABLE `topics` (`id` integer NOT NULL, `version` integer NOT NULL, `language` text NOT NULL, `author` integer NOT NULL, `slug` text NOT NULL, `created_utc` text NOT NULL, `modified_utc` text NOT NULL, `parent` integer NOT NULL, `name` text NOT NULL, `description` text NOT NULL, `name_search` text NOT NULL, `name_sort` text NOT NULL, `description_sort` text NOT NULL, `slug_search` text NOT NULL, PRIMARY KEY (`id`));
--bun:split
CREATE UNIQUE INDEX `topics_slug` ON `topics` (`slug`);
--bun:split
CREATE INDEX `topics_name_sort_id` ON `topics` (`name_sort`, `id`);
--bun:split
CREATE INDEX `topics_parent` ON `topics` (`parent`);
