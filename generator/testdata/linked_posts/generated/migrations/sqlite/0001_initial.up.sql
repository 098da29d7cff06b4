-- almanac: additive
CREATE TABLE `talks` (`id` integer NOT NULL, `version` integer NOT NULL, `language` text NOT NULL, `author` integer NOT NULL, `slug` text NOT NULL, `created_utc` text NOT NULL, `modified_utc` text NOT NULL, `status` text NOT NULL, `date` text NOT NULL, `date_utc` text NOT NULL, `modified` text NOT NULL, `original_slug` text NOT NULL, `password` text NOT NULL, `image_id` integer NOT NULL, `made_inline` bool NOT NULL, `title` text NOT NULL, `begin` text NOT NULL, `finish` text NOT NULL, `utc_start_date` text NOT NULL, `utc_end_date` text NOT NULL, `duration` integer NOT NULL, `zone` text NOT NULL, `level` text NOT NULL, `closes_on` text NOT NULL, `fee` integer NOT NULL, `whole_day` bool NOT NULL, `order` text NOT NULL, `summary` text NOT NULL, `price` text NOT NULL, `website` text NOT NULL, `recorded` bool NOT NULL, `public` bool NOT NULL, `hidden` bool NOT NULL, `seats` integer NOT NULL, `rating` real NULL, `series` integer NOT NULL, `sponsors` text NOT NULL, `title_search` text NOT NULL, `title_sort` text NOT NULL, `level_sort` text NOT NULL, `fee_currency` text NOT NULL, `order_search` text NOT NULL, `order_sort` text NOT NULL, `summary_search` text NOT NULL, `links_cache` text NOT NULL DEFAULT '', PRIMARY KEY (`id`));
--bun:split
CREATE UNIQUE INDEX `talks_slug` ON `talks` (`slug`);
--bun:split
CREATE INDEX `talks_title_sort_id` ON `talks` (`title_sort`, `id`);
--bun:split
CREATE INDEX `talks_status_date_utc` ON `talks` (`status`, `date_utc`);
--bun:split
CREATE INDEX `talks_status_begin_id` ON `talks` (`status`, `begin`, `id`);
--bun:split
CREATE INDEX `talks_duration` ON `talks` (`duration`);
--bun:split
CREATE TABLE `places` (`id` integer NOT NULL, `version` integer NOT NULL, `language` text NOT NULL, `author` integer NOT NULL, `slug` text NOT NULL, `created_utc` text NOT NULL, `modified_utc` text NOT NULL, `status` text NOT NULL, `date` text NOT NULL, `date_utc` text NOT NULL, `modified` text NOT NULL, `original_slug` text NOT NULL, `password` text NOT NULL, `image_id` integer NOT NULL, `made_inline` bool NOT NULL, `name` text NOT NULL, `city` text NOT NULL, `stateprovince` text NOT NULL, `wheelchairs` bool NOT NULL, `access` text NOT NULL, `built_on` text NULL, `opens_at` text NOT NULL, `inspected_at` text NULL, `rent` integer NOT NULL, `share` integer NULL, `deposit` integer NULL, `seats` integer NOT NULL, `code` text NOT NULL, `contact` text NOT NULL, `floors` integer NOT NULL, `height` real NOT NULL, `north` real NULL, `east` real NULL, `name_search` text NOT NULL, `name_sort` text NOT NULL, `city_search` text NOT NULL, `deposit_currency` text NOT NULL, PRIMARY KEY (`id`));
--bun:split
CREATE UNIQUE INDEX `places_slug` ON `places` (`slug`);
--bun:split
CREATE INDEX `places_name_sort_id` ON `places` (`name_sort`, `id`);
--bun:split
CREATE INDEX `places_status_date_utc` ON `places` (`status`, `date_utc`);
--bun:split
CREATE INDEX `places_north_east` ON `places` (`north`, `east`);
--bun:split
CREATE UNIQUE INDEX `places_city_seats` ON `places` (`city`, `seats`);
--bun:split
CREATE UNIQUE INDEX `places_code` ON `places` (`code`) WHERE `code` <> '';
--bun:split
CREATE TABLE `topics` (`id` integer NOT NULL, `version` integer NOT NULL, `language` text NOT NULL, `author` integer NOT NULL, `slug` text NOT NULL, `created_utc` text NOT NULL, `modified_utc` text NOT NULL, `parent` integer NOT NULL, `name` text NOT NULL, `description` text NOT NULL, `name_search` text NOT NULL, `name_sort` text NOT NULL, `description_sort` text NOT NULL, `slug_search` text NOT NULL, PRIMARY KEY (`id`));
--bun:split
CREATE UNIQUE INDEX `topics_slug` ON `topics` (`slug`);
--bun:split
CREATE INDEX `topics_name_sort_id` ON `topics` (`name_sort`, `id`);
--bun:split
CREATE INDEX `topics_parent` ON `topics` (`parent`);
--bun:split
CREATE TABLE `secrets` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `talk_id` integer NOT NULL, `sha256` text NOT NULL, `weight` real NULL);
--bun:split
CREATE UNIQUE INDEX `secrets_sha256` ON `secrets` (`sha256`);
--bun:split
CREATE TABLE `talk_topics` (`talk_id` integer NOT NULL, `topic_id` integer NOT NULL, `position` integer NOT NULL, PRIMARY KEY (`talk_id`, `topic_id`), CONSTRAINT `talk_topics_talk_id` FOREIGN KEY (`talk_id`) REFERENCES `talks` (`id`) ON DELETE CASCADE, CONSTRAINT `talk_topics_topic_id` FOREIGN KEY (`topic_id`) REFERENCES `topics` (`id`) ON DELETE CASCADE) WITHOUT ROWID;
--bun:split
CREATE INDEX `talk_topics_topic_id_talk_id` ON `talk_topics` (`topic_id`, `talk_id`);
--bun:split
CREATE TABLE `talk_places` (`talk_id` integer NOT NULL, `place_id` integer NOT NULL, `position` integer NOT NULL, PRIMARY KEY (`talk_id`, `place_id`), CONSTRAINT `talk_places_talk_id` FOREIGN KEY (`talk_id`) REFERENCES `talks` (`id`) ON DELETE CASCADE, CONSTRAINT `talk_places_place_id` FOREIGN KEY (`place_id`) REFERENCES `places` (`id`) ON DELETE CASCADE) WITHOUT ROWID;
--bun:split
CREATE INDEX `talk_places_place_id_talk_id` ON `talk_places` (`place_id`, `talk_id`);
--bun:split
CREATE TABLE `talk_overflow` (`talk_id` integer NOT NULL, `place_id` integer NOT NULL, `position` integer NOT NULL, PRIMARY KEY (`talk_id`, `place_id`), CONSTRAINT `talk_overflow_talk_id` FOREIGN KEY (`talk_id`) REFERENCES `talks` (`id`) ON DELETE CASCADE, CONSTRAINT `talk_overflow_place_id` FOREIGN KEY (`place_id`) REFERENCES `places` (`id`) ON DELETE CASCADE) WITHOUT ROWID;
--bun:split
CREATE INDEX `talk_overflow_place_id_talk_id` ON `talk_overflow` (`place_id`, `talk_id`);
