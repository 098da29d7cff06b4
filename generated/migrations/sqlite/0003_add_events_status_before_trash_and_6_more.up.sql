-- almanac: additive
ALTER TABLE `events` ADD COLUMN `status_before_trash` text NOT NULL DEFAULT '';
--bun:split
ALTER TABLE `events` ADD COLUMN `edited_utc` text NOT NULL DEFAULT '';
--bun:split
ALTER TABLE `venues` ADD COLUMN `status_before_trash` text NOT NULL DEFAULT '';
--bun:split
ALTER TABLE `venues` ADD COLUMN `edited_utc` text NOT NULL DEFAULT '';
--bun:split
ALTER TABLE `organizers` ADD COLUMN `status_before_trash` text NOT NULL DEFAULT '';
--bun:split
ALTER TABLE `organizers` ADD COLUMN `edited_utc` text NOT NULL DEFAULT '';
--bun:split
ALTER TABLE `record_series` ADD COLUMN `duration` integer NOT NULL DEFAULT 0;
