-- almanac: destructive drops column status_before_trash of events
-- almanac: destructive drops column edited_utc of events
-- almanac: destructive drops column status_before_trash of venues
-- almanac: destructive drops column edited_utc of venues
-- almanac: destructive drops column status_before_trash of organizers
-- almanac: destructive drops column edited_utc of organizers
-- almanac: destructive drops column duration of record_series
-- almanac: destructive drops table former_slugs
-- almanac: destructive drops table background_jobs
-- almanac: rewrites events
-- almanac: rewrites organizers
-- almanac: rewrites record_series
-- almanac: rewrites venues
DROP TABLE `background_jobs`;
--bun:split
DROP TABLE `former_slugs`;
--bun:split
CREATE TABLE `new_events` (`id` integer NOT NULL, `version` integer NOT NULL, `language` text NOT NULL, `author` integer NOT NULL, `slug` text NOT NULL, `created_utc` text NOT NULL, `modified_utc` text NOT NULL, `status` text NOT NULL, `date` text NOT NULL, `date_utc` text NOT NULL, `modified` text NOT NULL, `original_slug` text NOT NULL, `password` text NOT NULL, `image_id` integer NOT NULL, `made_inline` bool NOT NULL, `title` text NOT NULL, `start_date` text NOT NULL, `end_date` text NOT NULL, `utc_start_date` text NOT NULL, `utc_end_date` text NOT NULL, `duration` integer NOT NULL, `description` text NOT NULL, `excerpt` text NOT NULL, `timezone` text NOT NULL, `all_day` bool NOT NULL, `cost` text NOT NULL, `website` text NOT NULL, `show_map` bool NOT NULL, `show_map_link` bool NOT NULL, `hide_from_listings` bool NOT NULL, `sticky` bool NOT NULL, `featured` bool NOT NULL, `post_parent` integer NOT NULL, `event_status` text NOT NULL DEFAULT 'scheduled', `event_status_reason` text NOT NULL DEFAULT '', `attendance_mode` text NOT NULL DEFAULT 'offline', `online_url` text NOT NULL DEFAULT '', `ical_uid` text NOT NULL DEFAULT '', `series_id` integer NOT NULL DEFAULT 0, `recurrence_id` text NOT NULL DEFAULT '', `ticketed` text NOT NULL, `title_search` text NOT NULL, `title_sort` text NOT NULL, `description_search` text NOT NULL, `excerpt_search` text NOT NULL, `links_cache` text NOT NULL DEFAULT '', PRIMARY KEY (`id`));
--bun:split
INSERT INTO `new_events` (`id`, `version`, `language`, `author`, `slug`, `created_utc`, `modified_utc`, `status`, `date`, `date_utc`, `modified`, `original_slug`, `password`, `image_id`, `made_inline`, `title`, `start_date`, `end_date`, `utc_start_date`, `utc_end_date`, `duration`, `description`, `excerpt`, `timezone`, `all_day`, `cost`, `website`, `show_map`, `show_map_link`, `hide_from_listings`, `sticky`, `featured`, `post_parent`, `event_status`, `event_status_reason`, `attendance_mode`, `online_url`, `ical_uid`, `series_id`, `recurrence_id`, `ticketed`, `title_search`, `title_sort`, `description_search`, `excerpt_search`, `links_cache`) SELECT `id`, `version`, `language`, `author`, `slug`, `created_utc`, `modified_utc`, `status`, `date`, `date_utc`, `modified`, `original_slug`, `password`, `image_id`, `made_inline`, `title`, `start_date`, `end_date`, `utc_start_date`, `utc_end_date`, `duration`, `description`, `excerpt`, `timezone`, `all_day`, `cost`, `website`, `show_map`, `show_map_link`, `hide_from_listings`, `sticky`, `featured`, `post_parent`, `event_status`, `event_status_reason`, `attendance_mode`, `online_url`, `ical_uid`, `series_id`, `recurrence_id`, `ticketed`, `title_search`, `title_sort`, `description_search`, `excerpt_search`, `links_cache` FROM `events`;
--bun:split
DROP TABLE `events`;
--bun:split
ALTER TABLE `new_events` RENAME TO `events`;
--bun:split
CREATE UNIQUE INDEX `events_slug` ON `events` (`slug`);
--bun:split
CREATE INDEX `events_title_sort_id` ON `events` (`title_sort`, `id`);
--bun:split
CREATE INDEX `events_status_date_utc` ON `events` (`status`, `date_utc`);
--bun:split
CREATE INDEX `events_status_hide_from_listings_start_date_id_utc_sta_eacec4c2` ON `events` (`status`, `hide_from_listings`, `start_date`, `id`, `utc_start_date`, `utc_end_date`, `language`, `featured`);
--bun:split
CREATE INDEX `events_status_hide_from_listings_utc_start_date_utc_en_4a3e1dbd` ON `events` (`status`, `hide_from_listings`, `utc_start_date`, `utc_end_date`, `language`, `featured`);
--bun:split
CREATE INDEX `events_start_date_id_utc_start_date_utc_end_date_statu_33052574` ON `events` (`start_date`, `id`, `utc_start_date`, `utc_end_date`, `status`, `hide_from_listings`);
--bun:split
CREATE INDEX `events_id_status_hide_from_listings_start_date_utc_sta_2d1fbf85` ON `events` (`id`, `status`, `hide_from_listings`, `start_date`, `utc_start_date`, `utc_end_date`, `language`, `featured`);
--bun:split
CREATE INDEX `events_end_date_id` ON `events` (`end_date`, `id`);
--bun:split
CREATE INDEX `events_date_id` ON `events` (`date`, `id`);
--bun:split
CREATE INDEX `events_modified_id` ON `events` (`modified`, `id`);
--bun:split
CREATE INDEX `events_duration` ON `events` (`duration`);
--bun:split
CREATE INDEX `events_post_parent` ON `events` (`post_parent`);
--bun:split
CREATE INDEX `events_image_id` ON `events` (`image_id`);
--bun:split
CREATE INDEX `events_series_id_recurrence_id` ON `events` (`series_id`, `recurrence_id`);
--bun:split
CREATE TABLE `new_venues` (`id` integer NOT NULL, `version` integer NOT NULL, `language` text NOT NULL, `author` integer NOT NULL, `slug` text NOT NULL, `created_utc` text NOT NULL, `modified_utc` text NOT NULL, `status` text NOT NULL, `date` text NOT NULL, `date_utc` text NOT NULL, `modified` text NOT NULL, `original_slug` text NOT NULL, `password` text NOT NULL, `image_id` integer NOT NULL, `made_inline` bool NOT NULL, `venue` text NOT NULL, `description` text NOT NULL, `show_map` bool NOT NULL, `show_map_link` bool NOT NULL, `address` text NOT NULL, `city` text NOT NULL, `country` text NOT NULL, `province` text NOT NULL, `state` text NOT NULL, `zip` text NOT NULL, `phone` text NOT NULL, `stateprovince` text NOT NULL, `website` text NOT NULL, `excerpt` text NOT NULL, `geo_lat` real NULL, `geo_lng` real NULL, `venue_search` text NOT NULL, `venue_sort` text NOT NULL, `description_search` text NOT NULL, `address_search` text NOT NULL, `city_search` text NOT NULL, `country_search` text NOT NULL, `province_search` text NOT NULL, `state_search` text NOT NULL, `zip_search` text NOT NULL, `phone_search` text NOT NULL, `stateprovince_search` text NOT NULL, `excerpt_search` text NOT NULL, PRIMARY KEY (`id`));
--bun:split
INSERT INTO `new_venues` (`id`, `version`, `language`, `author`, `slug`, `created_utc`, `modified_utc`, `status`, `date`, `date_utc`, `modified`, `original_slug`, `password`, `image_id`, `made_inline`, `venue`, `description`, `show_map`, `show_map_link`, `address`, `city`, `country`, `province`, `state`, `zip`, `phone`, `stateprovince`, `website`, `excerpt`, `geo_lat`, `geo_lng`, `venue_search`, `venue_sort`, `description_search`, `address_search`, `city_search`, `country_search`, `province_search`, `state_search`, `zip_search`, `phone_search`, `stateprovince_search`, `excerpt_search`) SELECT `id`, `version`, `language`, `author`, `slug`, `created_utc`, `modified_utc`, `status`, `date`, `date_utc`, `modified`, `original_slug`, `password`, `image_id`, `made_inline`, `venue`, `description`, `show_map`, `show_map_link`, `address`, `city`, `country`, `province`, `state`, `zip`, `phone`, `stateprovince`, `website`, `excerpt`, `geo_lat`, `geo_lng`, `venue_search`, `venue_sort`, `description_search`, `address_search`, `city_search`, `country_search`, `province_search`, `state_search`, `zip_search`, `phone_search`, `stateprovince_search`, `excerpt_search` FROM `venues`;
--bun:split
DROP TABLE `venues`;
--bun:split
ALTER TABLE `new_venues` RENAME TO `venues`;
--bun:split
CREATE UNIQUE INDEX `venues_slug` ON `venues` (`slug`);
--bun:split
CREATE INDEX `venues_venue_sort_id` ON `venues` (`venue_sort`, `id`);
--bun:split
CREATE INDEX `venues_status_date_utc` ON `venues` (`status`, `date_utc`);
--bun:split
CREATE INDEX `venues_status_date_id_language` ON `venues` (`status`, `date`, `id`, `language`);
--bun:split
CREATE INDEX `venues_modified_id` ON `venues` (`modified`, `id`);
--bun:split
CREATE INDEX `venues_image_id` ON `venues` (`image_id`);
--bun:split
CREATE INDEX `venues_geo_lat_geo_lng` ON `venues` (`geo_lat`, `geo_lng`);
--bun:split
CREATE INDEX `venues_city` ON `venues` (`city`);
--bun:split
CREATE TABLE `new_organizers` (`id` integer NOT NULL, `version` integer NOT NULL, `language` text NOT NULL, `author` integer NOT NULL, `slug` text NOT NULL, `created_utc` text NOT NULL, `modified_utc` text NOT NULL, `status` text NOT NULL, `date` text NOT NULL, `date_utc` text NOT NULL, `modified` text NOT NULL, `original_slug` text NOT NULL, `password` text NOT NULL, `image_id` integer NOT NULL, `made_inline` bool NOT NULL, `organizer` text NOT NULL, `description` text NOT NULL, `phone` text NOT NULL, `website` text NOT NULL, `email` text NOT NULL, `excerpt` text NOT NULL, `organizer_search` text NOT NULL, `organizer_sort` text NOT NULL, `description_search` text NOT NULL, `phone_search` text NOT NULL, `website_search` text NOT NULL, `email_search` text NOT NULL, `excerpt_search` text NOT NULL, PRIMARY KEY (`id`));
--bun:split
INSERT INTO `new_organizers` (`id`, `version`, `language`, `author`, `slug`, `created_utc`, `modified_utc`, `status`, `date`, `date_utc`, `modified`, `original_slug`, `password`, `image_id`, `made_inline`, `organizer`, `description`, `phone`, `website`, `email`, `excerpt`, `organizer_search`, `organizer_sort`, `description_search`, `phone_search`, `website_search`, `email_search`, `excerpt_search`) SELECT `id`, `version`, `language`, `author`, `slug`, `created_utc`, `modified_utc`, `status`, `date`, `date_utc`, `modified`, `original_slug`, `password`, `image_id`, `made_inline`, `organizer`, `description`, `phone`, `website`, `email`, `excerpt`, `organizer_search`, `organizer_sort`, `description_search`, `phone_search`, `website_search`, `email_search`, `excerpt_search` FROM `organizers`;
--bun:split
DROP TABLE `organizers`;
--bun:split
ALTER TABLE `new_organizers` RENAME TO `organizers`;
--bun:split
CREATE UNIQUE INDEX `organizers_slug` ON `organizers` (`slug`);
--bun:split
CREATE INDEX `organizers_organizer_sort_id` ON `organizers` (`organizer_sort`, `id`);
--bun:split
CREATE INDEX `organizers_status_date_utc` ON `organizers` (`status`, `date_utc`);
--bun:split
CREATE INDEX `organizers_status_date_id_language` ON `organizers` (`status`, `date`, `id`, `language`);
--bun:split
CREATE INDEX `organizers_modified_id` ON `organizers` (`modified`, `id`);
--bun:split
CREATE INDEX `organizers_image_id` ON `organizers` (`image_id`);
--bun:split
CREATE TABLE `new_record_series` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `resource` text NOT NULL, `version` integer NOT NULL, `rule` text NOT NULL, `except_dates` text NOT NULL, `dates` text NOT NULL, `template` text NOT NULL, `extended_to` text NOT NULL, `previous` integer NOT NULL, `created_utc` text NOT NULL, `modified_utc` text NOT NULL);
--bun:split
INSERT INTO `new_record_series` (`id`, `resource`, `version`, `rule`, `except_dates`, `dates`, `template`, `extended_to`, `previous`, `created_utc`, `modified_utc`) SELECT `id`, `resource`, `version`, `rule`, `except_dates`, `dates`, `template`, `extended_to`, `previous`, `created_utc`, `modified_utc` FROM `record_series`;
--bun:split
DELETE FROM sqlite_sequence WHERE name = 'new_record_series';
--bun:split
INSERT INTO sqlite_sequence (name, seq) SELECT 'new_record_series', seq FROM sqlite_sequence WHERE name = 'record_series';
--bun:split
DROP TABLE `record_series`;
--bun:split
ALTER TABLE `new_record_series` RENAME TO `record_series`;
--bun:split
CREATE INDEX `record_series_resource_extended_to` ON `record_series` (`resource`, `extended_to`);
--bun:split
CREATE TRIGGER `events.event_status_insert` BEFORE INSERT ON `events` FOR EACH ROW WHEN (NOT (NEW.`event_status` IN ('scheduled', 'canceled', 'postponed'))) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: events.event_status'); END;
--bun:split
CREATE TRIGGER `events.event_status_update` BEFORE UPDATE OF `event_status` ON `events` FOR EACH ROW WHEN (NEW.`event_status` IS DISTINCT FROM OLD.`event_status` AND NOT (NEW.`event_status` IN ('scheduled', 'canceled', 'postponed'))) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: events.event_status'); END;
--bun:split
CREATE TRIGGER `events.attendance_mode_insert` BEFORE INSERT ON `events` FOR EACH ROW WHEN (NOT (NEW.`attendance_mode` IN ('offline', 'online', 'mixed'))) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: events.attendance_mode'); END;
--bun:split
CREATE TRIGGER `events.attendance_mode_update` BEFORE UPDATE OF `attendance_mode` ON `events` FOR EACH ROW WHEN (NEW.`attendance_mode` IS DISTINCT FROM OLD.`attendance_mode` AND NOT (NEW.`attendance_mode` IN ('offline', 'online', 'mixed'))) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: events.attendance_mode'); END;
--bun:split
CREATE TRIGGER `events.ical_uid_insert` BEFORE INSERT ON `events` FOR EACH ROW WHEN (NOT (length(NEW.`ical_uid`) <= 255)) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: events.ical_uid'); END;
--bun:split
CREATE TRIGGER `events.ical_uid_update` BEFORE UPDATE OF `ical_uid` ON `events` FOR EACH ROW WHEN (NEW.`ical_uid` IS DISTINCT FROM OLD.`ical_uid` AND NOT (length(NEW.`ical_uid`) <= 255)) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: events.ical_uid'); END;
--bun:split
CREATE TRIGGER `venues.geo_lat_insert` BEFORE INSERT ON `venues` FOR EACH ROW WHEN (NOT (NEW.`geo_lat` >= -90 AND NEW.`geo_lat` <= 90)) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: venues.geo_lat'); END;
--bun:split
CREATE TRIGGER `venues.geo_lat_update` BEFORE UPDATE OF `geo_lat` ON `venues` FOR EACH ROW WHEN (NEW.`geo_lat` IS DISTINCT FROM OLD.`geo_lat` AND NOT (NEW.`geo_lat` >= -90 AND NEW.`geo_lat` <= 90)) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: venues.geo_lat'); END;
--bun:split
CREATE TRIGGER `venues.geo_lng_insert` BEFORE INSERT ON `venues` FOR EACH ROW WHEN (NOT (NEW.`geo_lng` >= -180 AND NEW.`geo_lng` <= 180)) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: venues.geo_lng'); END;
--bun:split
CREATE TRIGGER `venues.geo_lng_update` BEFORE UPDATE OF `geo_lng` ON `venues` FOR EACH ROW WHEN (NEW.`geo_lng` IS DISTINCT FROM OLD.`geo_lng` AND NOT (NEW.`geo_lng` >= -180 AND NEW.`geo_lng` <= 180)) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: venues.geo_lng'); END;
