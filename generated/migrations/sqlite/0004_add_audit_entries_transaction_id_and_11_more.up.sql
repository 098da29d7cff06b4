-- almanac: additive
ALTER TABLE `audit_entries` ADD COLUMN `transaction_id` integer NOT NULL DEFAULT 0;
--bun:split
ALTER TABLE `audit_entries` ADD COLUMN `change_id` text NOT NULL DEFAULT '';
--bun:split
ALTER TABLE `audit_entries` ADD COLUMN `version` integer NOT NULL DEFAULT 0;
--bun:split
ALTER TABLE `audit_entries` ADD COLUMN `was_there` bool NOT NULL DEFAULT false;
--bun:split
ALTER TABLE `audit_entries` ADD COLUMN `was_status` text NOT NULL DEFAULT '';
--bun:split
ALTER TABLE `audit_entries` ADD COLUMN `was_hidden` bool NOT NULL DEFAULT false;
--bun:split
ALTER TABLE `audit_entries` ADD COLUMN `was_locked` bool NOT NULL DEFAULT false;
--bun:split
ALTER TABLE `audit_entries` ADD COLUMN `was_owner` integer NOT NULL DEFAULT 0;
--bun:split
ALTER TABLE `audit_entries` ADD COLUMN `patch` text NOT NULL DEFAULT '';
--bun:split
CREATE TABLE `webhooks` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `url` text NOT NULL, `description` text NOT NULL, `types` text NOT NULL, `thin` bool NOT NULL, `secret` text NOT NULL, `former_secret` text NOT NULL, `former_until_utc` text NOT NULL, `disabled` bool NOT NULL, `disabled_reason` text NOT NULL, `paused_until_utc` text NOT NULL, `failing_since_utc` text NOT NULL, `user_id` integer NOT NULL, `created_utc` text NOT NULL, `modified_utc` text NOT NULL);
--bun:split
CREATE TABLE `webhook_deliveries` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `webhook_id` integer NOT NULL, `message_id` text NOT NULL, `type` text NOT NULL, `resource` text NOT NULL, `record_id` integer NOT NULL, `payload` text NOT NULL, `created_utc` text NOT NULL, `next_utc` text NOT NULL, `attempts` integer NOT NULL, `state` text NOT NULL, `reply_status` integer NOT NULL, `reply` text NOT NULL, `ended_utc` text NOT NULL);
--bun:split
CREATE INDEX `webhook_deliveries_webhook_id_state_next_utc` ON `webhook_deliveries` (`webhook_id`, `state`, `next_utc`);
--bun:split
CREATE INDEX `webhook_deliveries_webhook_id_resource_record_id_state_id` ON `webhook_deliveries` (`webhook_id`, `resource`, `record_id`, `state`, `id`);
