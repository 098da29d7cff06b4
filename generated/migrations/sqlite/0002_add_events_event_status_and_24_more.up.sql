-- almanac: additive
ALTER TABLE `events` ADD COLUMN `event_status` text NOT NULL DEFAULT 'scheduled';
--bun:split
ALTER TABLE `events` ADD COLUMN `event_status_reason` text NOT NULL DEFAULT '';
--bun:split
ALTER TABLE `events` ADD COLUMN `attendance_mode` text NOT NULL DEFAULT 'offline';
--bun:split
ALTER TABLE `events` ADD COLUMN `online_url` text NOT NULL DEFAULT '';
--bun:split
ALTER TABLE `events` ADD COLUMN `ical_uid` text NOT NULL DEFAULT '';
--bun:split
ALTER TABLE `events` ADD COLUMN `series_id` integer NOT NULL DEFAULT 0;
--bun:split
ALTER TABLE `events` ADD COLUMN `recurrence_id` text NOT NULL DEFAULT '';
--bun:split
ALTER TABLE `categories` ADD COLUMN `color` text NOT NULL DEFAULT '';
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
CREATE TABLE `record_series` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `resource` text NOT NULL, `version` integer NOT NULL, `rule` text NOT NULL, `except_dates` text NOT NULL, `dates` text NOT NULL, `template` text NOT NULL, `extended_to` text NOT NULL, `previous` integer NOT NULL, `created_utc` text NOT NULL, `modified_utc` text NOT NULL);
--bun:split
CREATE INDEX `record_series_resource_extended_to` ON `record_series` (`resource`, `extended_to`);
--bun:split
CREATE TABLE `outbox` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `topic` text NOT NULL, `resource` text NOT NULL, `record_id` integer NOT NULL, `payload` text NOT NULL, `created_utc` text NOT NULL, `next_utc` text NOT NULL, `attempts` integer NOT NULL, `error` text NOT NULL, `failed` bool NOT NULL);
--bun:split
CREATE INDEX `outbox_next_utc` ON `outbox` (`next_utc`);
--bun:split
CREATE INDEX `outbox_resource_record_id_id` ON `outbox` (`resource`, `record_id`, `id`);
--bun:split
CREATE INDEX `events_series_id_recurrence_id` ON `events` (`series_id`, `recurrence_id`);
--bun:split
CREATE INDEX `venues_city` ON `venues` (`city`);
--bun:split
CREATE INDEX `images_author` ON `images` (`author`);
--bun:split
DELETE FROM `schema_metadata` WHERE `name` IN ('derived/events', 'derived/events/done');
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
