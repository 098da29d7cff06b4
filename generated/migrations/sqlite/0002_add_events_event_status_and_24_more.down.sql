-- almanac: destructive drops column event_status of events
-- almanac: destructive drops column event_status_reason of events
-- almanac: destructive drops column attendance_mode of events
-- almanac: destructive drops column online_url of events
-- almanac: destructive drops column ical_uid of events
-- almanac: destructive drops column color of categories
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
-- almanac: destructive drops column note of audit_entries
-- almanac: destructive drops table outbox
-- almanac: rewrites audit_entries
-- almanac: rewrites categories
-- almanac: rewrites events
-- almanac: rewrites images
DROP TRIGGER `events.event_status_insert`;
--bun:split
DROP TRIGGER `events.event_status_update`;
--bun:split
DROP TRIGGER `events.attendance_mode_insert`;
--bun:split
DROP TRIGGER `events.attendance_mode_update`;
--bun:split
DROP TRIGGER `events.ical_uid_insert`;
--bun:split
DROP TRIGGER `events.ical_uid_update`;
--bun:split
DROP TRIGGER `venues.geo_lat_insert`;
--bun:split
DROP TRIGGER `venues.geo_lat_update`;
--bun:split
DROP TRIGGER `venues.geo_lng_insert`;
--bun:split
DROP TRIGGER `venues.geo_lng_update`;
--bun:split
DROP TABLE `outbox`;
--bun:split
DROP TABLE `record_series`;
--bun:split
DROP TABLE `site_identity`;
--bun:split
DROP TABLE `one_time_links`;
--bun:split
DROP TABLE `desk_sessions`;
--bun:split
DROP INDEX `events_series_id_recurrence_id`;
--bun:split
DROP INDEX `venues_city`;
--bun:split
DROP INDEX `images_author`;
--bun:split
CREATE TABLE `new_events` (`id` integer NOT NULL, `version` integer NOT NULL, `language` text NOT NULL, `author` integer NOT NULL, `slug` text NOT NULL, `created_utc` text NOT NULL, `modified_utc` text NOT NULL, `status` text NOT NULL, `date` text NOT NULL, `date_utc` text NOT NULL, `modified` text NOT NULL, `original_slug` text NOT NULL, `password` text NOT NULL, `image_id` integer NOT NULL, `made_inline` bool NOT NULL, `title` text NOT NULL, `start_date` text NOT NULL, `end_date` text NOT NULL, `utc_start_date` text NOT NULL, `utc_end_date` text NOT NULL, `duration` integer NOT NULL, `description` text NOT NULL, `excerpt` text NOT NULL, `timezone` text NOT NULL, `all_day` bool NOT NULL, `cost` text NOT NULL, `website` text NOT NULL, `show_map` bool NOT NULL, `show_map_link` bool NOT NULL, `hide_from_listings` bool NOT NULL, `sticky` bool NOT NULL, `featured` bool NOT NULL, `post_parent` integer NOT NULL, `ticketed` text NOT NULL, `title_search` text NOT NULL, `title_sort` text NOT NULL, `description_search` text NOT NULL, `excerpt_search` text NOT NULL, `links_cache` text NOT NULL DEFAULT '', PRIMARY KEY (`id`));
--bun:split
INSERT INTO `new_events` (`id`, `version`, `language`, `author`, `slug`, `created_utc`, `modified_utc`, `status`, `date`, `date_utc`, `modified`, `original_slug`, `password`, `image_id`, `made_inline`, `title`, `start_date`, `end_date`, `utc_start_date`, `utc_end_date`, `duration`, `description`, `excerpt`, `timezone`, `all_day`, `cost`, `website`, `show_map`, `show_map_link`, `hide_from_listings`, `sticky`, `featured`, `post_parent`, `ticketed`, `title_search`, `title_sort`, `description_search`, `excerpt_search`, `links_cache`) SELECT `id`, `version`, `language`, `author`, `slug`, `created_utc`, `modified_utc`, `status`, `date`, `date_utc`, `modified`, `original_slug`, `password`, `image_id`, `made_inline`, `title`, `start_date`, `end_date`, `utc_start_date`, `utc_end_date`, `duration`, `description`, `excerpt`, `timezone`, `all_day`, `cost`, `website`, `show_map`, `show_map_link`, `hide_from_listings`, `sticky`, `featured`, `post_parent`, `ticketed`, `title_search`, `title_sort`, `description_search`, `excerpt_search`, `links_cache` FROM `events`;
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
CREATE TABLE `new_categories` (`id` integer NOT NULL, `version` integer NOT NULL, `language` text NOT NULL, `author` integer NOT NULL, `slug` text NOT NULL, `created_utc` text NOT NULL, `modified_utc` text NOT NULL, `parent` integer NOT NULL, `name` text NOT NULL, `description` text NOT NULL, `name_search` text NOT NULL, `name_sort` text NOT NULL, `description_sort` text NOT NULL, `slug_search` text NOT NULL, PRIMARY KEY (`id`));
--bun:split
INSERT INTO `new_categories` (`id`, `version`, `language`, `author`, `slug`, `created_utc`, `modified_utc`, `parent`, `name`, `description`, `name_search`, `name_sort`, `description_sort`, `slug_search`) SELECT `id`, `version`, `language`, `author`, `slug`, `created_utc`, `modified_utc`, `parent`, `name`, `description`, `name_search`, `name_sort`, `description_sort`, `slug_search` FROM `categories`;
--bun:split
DROP TABLE `categories`;
--bun:split
ALTER TABLE `new_categories` RENAME TO `categories`;
--bun:split
CREATE UNIQUE INDEX `categories_slug` ON `categories` (`slug`);
--bun:split
CREATE INDEX `categories_name_sort_id` ON `categories` (`name_sort`, `id`);
--bun:split
CREATE INDEX `categories_parent` ON `categories` (`parent`);
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
