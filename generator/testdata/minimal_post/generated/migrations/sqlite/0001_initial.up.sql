-- almanac: additive
CREATE TABLE `notes` (`id` integer NOT NULL, `version` integer NOT NULL, `language` text NOT NULL, `author` integer NOT NULL, `slug` text NOT NULL, `created_utc` text NOT NULL, `modified_utc` text NOT NULL, `status` text NOT NULL, `date` text NOT NULL, `date_utc` text NOT NULL, `modified` text NOT NULL, `original_slug` text NOT NULL, `password` text NOT NULL, `image_id` integer NOT NULL, `made_inline` bool NOT NULL, `status_before_trash` text NOT NULL, `edited_utc` text NOT NULL, `title` text NOT NULL, `title_sort` text NOT NULL, PRIMARY KEY (`id`));
--bun:split
CREATE UNIQUE INDEX `notes_slug` ON `notes` (`slug`);
--bun:split
CREATE INDEX `notes_title_sort_id` ON `notes` (`title_sort`, `id`);
--bun:split
CREATE INDEX `notes_status_date_utc` ON `notes` (`status`, `date_utc`);
