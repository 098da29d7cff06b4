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
--bun:split
CREATE TABLE `former_slugs` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `resource` text NOT NULL, `slug` text NOT NULL, `record_id` integer NOT NULL, `created_utc` text NOT NULL);
--bun:split
CREATE UNIQUE INDEX `former_slugs_resource_slug` ON `former_slugs` (`resource`, `slug`);
--bun:split
CREATE INDEX `former_slugs_resource_record_id_id` ON `former_slugs` (`resource`, `record_id`, `id`);
--bun:split
CREATE TABLE `background_jobs` (`name` text NOT NULL, `version` integer NOT NULL, `due_utc` text NOT NULL, `asked` bool NOT NULL, `retry_utc` text NOT NULL, `holder` text NOT NULL, `heartbeat_utc` text NOT NULL, `begun_utc` text NOT NULL, `ended_utc` text NOT NULL, `duration_ms` integer NOT NULL, `error` text NOT NULL, `failures` integer NOT NULL, PRIMARY KEY (`name`));
