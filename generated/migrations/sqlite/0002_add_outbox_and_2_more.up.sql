-- almanac: additive
CREATE TABLE `outbox` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `topic` text NOT NULL, `resource` text NOT NULL, `record_id` integer NOT NULL, `payload` text NOT NULL, `created_utc` text NOT NULL, `next_utc` text NOT NULL, `attempts` integer NOT NULL, `error` text NOT NULL, `failed` bool NOT NULL);
--bun:split
CREATE INDEX `outbox_next_utc` ON `outbox` (`next_utc`);
--bun:split
CREATE INDEX `outbox_resource_record_id_id` ON `outbox` (`resource`, `record_id`, `id`);
--bun:split
CREATE TRIGGER `venues.geo_lat_insert` BEFORE INSERT ON `venues` FOR EACH ROW WHEN (NOT (NEW.`geo_lat` >= -90 AND NEW.`geo_lat` <= 90)) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: venues.geo_lat'); END;
--bun:split
CREATE TRIGGER `venues.geo_lat_update` BEFORE UPDATE OF `geo_lat` ON `venues` FOR EACH ROW WHEN (NEW.`geo_lat` IS DISTINCT FROM OLD.`geo_lat` AND NOT (NEW.`geo_lat` >= -90 AND NEW.`geo_lat` <= 90)) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: venues.geo_lat'); END;
--bun:split
CREATE TRIGGER `venues.geo_lng_insert` BEFORE INSERT ON `venues` FOR EACH ROW WHEN (NOT (NEW.`geo_lng` >= -180 AND NEW.`geo_lng` <= 180)) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: venues.geo_lng'); END;
--bun:split
CREATE TRIGGER `venues.geo_lng_update` BEFORE UPDATE OF `geo_lng` ON `venues` FOR EACH ROW WHEN (NEW.`geo_lng` IS DISTINCT FROM OLD.`geo_lng` AND NOT (NEW.`geo_lng` >= -180 AND NEW.`geo_lng` <= 180)) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: venues.geo_lng'); END;
