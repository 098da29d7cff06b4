-- almanac: additive
CREATE TABLE `talks` (`id` integer NOT NULL, `version` integer NOT NULL, `language` text NOT NULL, `author` integer NOT NULL, `slug` text NOT NULL, `created_utc` text NOT NULL, `modified_utc` text NOT NULL, `status` text NOT NULL, `date` text NOT NULL, `date_utc` text NOT NULL, `modified` text NOT NULL, `original_slug` text NOT NULL, `password` text NOT NULL, `image_id` integer NOT NULL, `made_inline` bool NOT NULL, `status_before_trash` text NOT NULL, `edited_utc` text NOT NULL, `title` text NOT NULL, `begin` text NOT NULL, `finish` text NOT NULL, `utc_start_date` text NOT NULL, `utc_end_date` text NOT NULL, `duration` integer NOT NULL, `zone` text NOT NULL, `level` text NOT NULL, `closes_on` text NOT NULL, `fee` integer NOT NULL, `whole_day` bool NOT NULL, `order` text NOT NULL, `summary` text NOT NULL, `price` text NOT NULL, `website` text NOT NULL, `recorded` bool NOT NULL, `public` bool NOT NULL, `hidden` bool NOT NULL, `seats` integer NOT NULL, `rating` real NULL, `series` integer NOT NULL, `sponsors` text NOT NULL, `title_search` text NOT NULL, `title_sort` text NOT NULL, `level_sort` text NOT NULL, `fee_currency` text NOT NULL, `order_search` text NOT NULL, `order_sort` text NOT NULL, `summary_search` text NOT NULL, `links_cache` text NOT NULL DEFAULT '', PRIMARY KEY (`id`));
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
CREATE TABLE `places` (`id` integer NOT NULL, `version` integer NOT NULL, `language` text NOT NULL, `author` integer NOT NULL, `slug` text NOT NULL, `created_utc` text NOT NULL, `modified_utc` text NOT NULL, `status` text NOT NULL, `date` text NOT NULL, `date_utc` text NOT NULL, `modified` text NOT NULL, `original_slug` text NOT NULL, `password` text NOT NULL, `image_id` integer NOT NULL, `made_inline` bool NOT NULL, `status_before_trash` text NOT NULL, `edited_utc` text NOT NULL, `name` text NOT NULL, `city` text NOT NULL, `stateprovince` text NOT NULL, `wheelchairs` bool NOT NULL, `access` text NOT NULL, `built_on` text NULL, `opens_at` text NOT NULL, `inspected_at` text NULL, `rent` integer NOT NULL, `share` integer NULL, `deposit` integer NULL, `languages` text NOT NULL, `wings` text NOT NULL, `seats` integer NOT NULL, `code` text NOT NULL, `contact` text NOT NULL, `floors` integer NOT NULL, `height` real NOT NULL, `north` real NULL, `east` real NULL, `name_search` text NOT NULL, `name_sort` text NOT NULL, `city_search` text NOT NULL, `deposit_currency` text NOT NULL, PRIMARY KEY (`id`));
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
--bun:split
CREATE TRIGGER `talks.level_insert` BEFORE INSERT ON `talks` FOR EACH ROW WHEN (NOT (NEW.`level` IN ('beginner', 'expert'))) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: talks.level'); END;
--bun:split
CREATE TRIGGER `talks.level_update` BEFORE UPDATE OF `level` ON `talks` FOR EACH ROW WHEN (NEW.`level` IS DISTINCT FROM OLD.`level` AND NOT (NEW.`level` IN ('beginner', 'expert'))) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: talks.level'); END;
--bun:split
CREATE TRIGGER `talks.closes_on_insert` BEFORE INSERT ON `talks` FOR EACH ROW WHEN (NOT (NEW.`closes_on` IS date(NEW.`closes_on`))) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: talks.closes_on'); END;
--bun:split
CREATE TRIGGER `talks.closes_on_update` BEFORE UPDATE OF `closes_on` ON `talks` FOR EACH ROW WHEN (NEW.`closes_on` IS DISTINCT FROM OLD.`closes_on` AND NOT (NEW.`closes_on` IS date(NEW.`closes_on`))) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: talks.closes_on'); END;
--bun:split
CREATE TRIGGER `talks.rating_insert` BEFORE INSERT ON `talks` FOR EACH ROW WHEN (NOT (NEW.`rating` >= 1 AND NEW.`rating` <= 5)) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: talks.rating'); END;
--bun:split
CREATE TRIGGER `talks.rating_update` BEFORE UPDATE OF `rating` ON `talks` FOR EACH ROW WHEN (NEW.`rating` IS DISTINCT FROM OLD.`rating` AND NOT (NEW.`rating` >= 1 AND NEW.`rating` <= 5)) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: talks.rating'); END;
--bun:split
CREATE TRIGGER `talks.fee_currency_insert` BEFORE INSERT ON `talks` FOR EACH ROW WHEN (NOT (NEW.`fee_currency` IN ('EUR'))) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: talks.fee'); END;
--bun:split
CREATE TRIGGER `talks.fee_currency_update` BEFORE UPDATE OF `fee_currency` ON `talks` FOR EACH ROW WHEN (NEW.`fee_currency` IS DISTINCT FROM OLD.`fee_currency` AND NOT (NEW.`fee_currency` IN ('EUR'))) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: talks.fee'); END;
--bun:split
CREATE TRIGGER `places.city_insert` BEFORE INSERT ON `places` FOR EACH ROW WHEN (NOT (length(NEW.`city`) <= 100)) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: places.city'); END;
--bun:split
CREATE TRIGGER `places.city_update` BEFORE UPDATE OF `city` ON `places` FOR EACH ROW WHEN (NEW.`city` IS DISTINCT FROM OLD.`city` AND NOT (length(NEW.`city`) <= 100)) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: places.city'); END;
--bun:split
CREATE TRIGGER `places.access_insert` BEFORE INSERT ON `places` FOR EACH ROW WHEN (NOT (NEW.`access` IN ('step-free', 'ramp', 'stairs'))) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: places.access'); END;
--bun:split
CREATE TRIGGER `places.access_update` BEFORE UPDATE OF `access` ON `places` FOR EACH ROW WHEN (NEW.`access` IS DISTINCT FROM OLD.`access` AND NOT (NEW.`access` IN ('step-free', 'ramp', 'stairs'))) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: places.access'); END;
--bun:split
CREATE TRIGGER `places.built_on_insert` BEFORE INSERT ON `places` FOR EACH ROW WHEN (NOT (NEW.`built_on` IS date(NEW.`built_on`))) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: places.built_on'); END;
--bun:split
CREATE TRIGGER `places.built_on_update` BEFORE UPDATE OF `built_on` ON `places` FOR EACH ROW WHEN (NEW.`built_on` IS DISTINCT FROM OLD.`built_on` AND NOT (NEW.`built_on` IS date(NEW.`built_on`))) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: places.built_on'); END;
--bun:split
CREATE TRIGGER `places.opens_at_insert` BEFORE INSERT ON `places` FOR EACH ROW WHEN (NOT (NEW.`opens_at` IS time(NEW.`opens_at`) AND NEW.`opens_at` < '24')) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: places.opens_at'); END;
--bun:split
CREATE TRIGGER `places.opens_at_update` BEFORE UPDATE OF `opens_at` ON `places` FOR EACH ROW WHEN (NEW.`opens_at` IS DISTINCT FROM OLD.`opens_at` AND NOT (NEW.`opens_at` IS time(NEW.`opens_at`) AND NEW.`opens_at` < '24')) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: places.opens_at'); END;
--bun:split
CREATE TRIGGER `places.inspected_at_insert` BEFORE INSERT ON `places` FOR EACH ROW WHEN (NOT (NEW.`inspected_at` IS strftime('%Y-%m-%dT%H:%M:%SZ', NEW.`inspected_at`) AND substr(NEW.`inspected_at`, 12) < '24')) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: places.inspected_at'); END;
--bun:split
CREATE TRIGGER `places.inspected_at_update` BEFORE UPDATE OF `inspected_at` ON `places` FOR EACH ROW WHEN (NEW.`inspected_at` IS DISTINCT FROM OLD.`inspected_at` AND NOT (NEW.`inspected_at` IS strftime('%Y-%m-%dT%H:%M:%SZ', NEW.`inspected_at`) AND substr(NEW.`inspected_at`, 12) < '24')) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: places.inspected_at'); END;
--bun:split
CREATE TRIGGER `places.rent_insert` BEFORE INSERT ON `places` FOR EACH ROW WHEN (NOT (NEW.`rent` >= 0)) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: places.rent'); END;
--bun:split
CREATE TRIGGER `places.rent_update` BEFORE UPDATE OF `rent` ON `places` FOR EACH ROW WHEN (NEW.`rent` IS DISTINCT FROM OLD.`rent` AND NOT (NEW.`rent` >= 0)) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: places.rent'); END;
--bun:split
CREATE TRIGGER `places.share_insert` BEFORE INSERT ON `places` FOR EACH ROW WHEN (NOT (NEW.`share` >= 0 AND NEW.`share` <= 1000)) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: places.share'); END;
--bun:split
CREATE TRIGGER `places.share_update` BEFORE UPDATE OF `share` ON `places` FOR EACH ROW WHEN (NEW.`share` IS DISTINCT FROM OLD.`share` AND NOT (NEW.`share` >= 0 AND NEW.`share` <= 1000)) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: places.share'); END;
--bun:split
CREATE TRIGGER `places.seats_insert` BEFORE INSERT ON `places` FOR EACH ROW WHEN (NOT (NEW.`seats` <= 200000)) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: places.seats'); END;
--bun:split
CREATE TRIGGER `places.seats_update` BEFORE UPDATE OF `seats` ON `places` FOR EACH ROW WHEN (NEW.`seats` IS DISTINCT FROM OLD.`seats` AND NOT (NEW.`seats` <= 200000)) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: places.seats'); END;
--bun:split
CREATE TRIGGER `places.code_insert` BEFORE INSERT ON `places` FOR EACH ROW WHEN (NOT (length(NEW.`code`) <= 20)) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: places.code'); END;
--bun:split
CREATE TRIGGER `places.code_update` BEFORE UPDATE OF `code` ON `places` FOR EACH ROW WHEN (NEW.`code` IS DISTINCT FROM OLD.`code` AND NOT (length(NEW.`code`) <= 20)) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: places.code'); END;
--bun:split
CREATE TRIGGER `places.floors_insert` BEFORE INSERT ON `places` FOR EACH ROW WHEN (NOT (NEW.`floors` >= 1)) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: places.floors'); END;
--bun:split
CREATE TRIGGER `places.floors_update` BEFORE UPDATE OF `floors` ON `places` FOR EACH ROW WHEN (NEW.`floors` IS DISTINCT FROM OLD.`floors` AND NOT (NEW.`floors` >= 1)) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: places.floors'); END;
--bun:split
CREATE TRIGGER `places.height_insert` BEFORE INSERT ON `places` FOR EACH ROW WHEN (NOT (NEW.`height` >= 0 AND NEW.`height` <= 50)) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: places.height'); END;
--bun:split
CREATE TRIGGER `places.height_update` BEFORE UPDATE OF `height` ON `places` FOR EACH ROW WHEN (NEW.`height` IS DISTINCT FROM OLD.`height` AND NOT (NEW.`height` >= 0 AND NEW.`height` <= 50)) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: places.height'); END;
--bun:split
CREATE TRIGGER `places.north_insert` BEFORE INSERT ON `places` FOR EACH ROW WHEN (NOT (NEW.`north` >= -90 AND NEW.`north` <= 90)) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: places.north'); END;
--bun:split
CREATE TRIGGER `places.north_update` BEFORE UPDATE OF `north` ON `places` FOR EACH ROW WHEN (NEW.`north` IS DISTINCT FROM OLD.`north` AND NOT (NEW.`north` >= -90 AND NEW.`north` <= 90)) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: places.north'); END;
--bun:split
CREATE TRIGGER `places.east_insert` BEFORE INSERT ON `places` FOR EACH ROW WHEN (NOT (NEW.`east` >= -180 AND NEW.`east` <= 180)) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: places.east'); END;
--bun:split
CREATE TRIGGER `places.east_update` BEFORE UPDATE OF `east` ON `places` FOR EACH ROW WHEN (NEW.`east` IS DISTINCT FROM OLD.`east` AND NOT (NEW.`east` >= -180 AND NEW.`east` <= 180)) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: places.east'); END;
--bun:split
CREATE TRIGGER `places.deposit_currency_insert` BEFORE INSERT ON `places` FOR EACH ROW WHEN (NOT (NEW.`deposit_currency` IN ('', 'EUR', 'JPY'))) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: places.deposit'); END;
--bun:split
CREATE TRIGGER `places.deposit_currency_update` BEFORE UPDATE OF `deposit_currency` ON `places` FOR EACH ROW WHEN (NEW.`deposit_currency` IS DISTINCT FROM OLD.`deposit_currency` AND NOT (NEW.`deposit_currency` IN ('', 'EUR', 'JPY'))) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: places.deposit'); END;
