-- almanac: additive
CREATE TABLE `outbox` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `topic` text NOT NULL, `resource` text NOT NULL, `record_id` integer NOT NULL, `payload` text NOT NULL, `created_utc` text NOT NULL, `next_utc` text NOT NULL, `attempts` integer NOT NULL, `error` text NOT NULL, `failed` bool NOT NULL);
--bun:split
CREATE INDEX `outbox_next_utc` ON `outbox` (`next_utc`);
--bun:split
CREATE INDEX `outbox_resource_record_id_id` ON `outbox` (`resource`, `record_id`, `id`);
