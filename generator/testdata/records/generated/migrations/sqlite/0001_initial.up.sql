-- almanac: additive
CREATE TABLE `orders` (`id` integer NOT NULL, `version` integer NOT NULL, `created_utc` text NOT NULL, `modified_utc` text NOT NULL, `status` text NOT NULL, `author` text NOT NULL, `owner` integer NOT NULL, `date` text NOT NULL, `slug` integer NOT NULL, `group` bool NOT NULL, `shelf` text NOT NULL, `author_search` text NOT NULL, `author_sort` text NOT NULL, `shelf_sort` text NOT NULL, `links_cache` text NOT NULL DEFAULT '', PRIMARY KEY (`id`));
--bun:split
CREATE INDEX `orders_status_id` ON `orders` (`status`, `id`);
--bun:split
CREATE TABLE `order_id_sequence` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `resource` text NOT NULL);
--bun:split
CREATE TABLE `groups` (`id` integer NOT NULL, `version` integer NOT NULL, `created_utc` text NOT NULL, `modified_utc` text NOT NULL, `name` text NOT NULL, `type` text NOT NULL, `name_sort` text NOT NULL, PRIMARY KEY (`id`));
--bun:split
CREATE INDEX `groups_name_sort_id` ON `groups` (`name_sort`, `id`);
--bun:split
CREATE TABLE `labels` (`id` integer NOT NULL, `version` integer NOT NULL, `language` text NOT NULL, `author` integer NOT NULL, `slug` text NOT NULL, `created_utc` text NOT NULL, `modified_utc` text NOT NULL, `parent` integer NOT NULL, `name` text NOT NULL, `name_sort` text NOT NULL, PRIMARY KEY (`id`));
--bun:split
CREATE UNIQUE INDEX `labels_slug` ON `labels` (`slug`);
--bun:split
CREATE INDEX `labels_name_sort_id` ON `labels` (`name_sort`, `id`);
--bun:split
CREATE INDEX `labels_parent` ON `labels` (`parent`);
--bun:split
CREATE TABLE `ticket_id_sequence` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `resource` text NOT NULL);
--bun:split
CREATE TABLE `post_id_sequence` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `resource` text NOT NULL);
--bun:split
CREATE TABLE `term_id_sequence` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `resource` text NOT NULL);
--bun:split
CREATE TABLE `term_counts` (`term_id` integer NOT NULL, `shard` integer NOT NULL, `count` integer NOT NULL, PRIMARY KEY (`term_id`, `shard`)) WITHOUT ROWID;
--bun:split
CREATE TABLE `images` (`id` integer NOT NULL, `url` text NOT NULL, `url_sha256` text NOT NULL, `width` integer NOT NULL, `height` integer NOT NULL, `filesize` integer NOT NULL, `sizes` text NOT NULL, `author` integer NOT NULL, `title` text NOT NULL, `alt` text NOT NULL, `caption` text NOT NULL, `stored_bytes` integer NOT NULL, `created_utc` text NOT NULL, `modified_utc` text NOT NULL, PRIMARY KEY (`id`));
--bun:split
CREATE UNIQUE INDEX `images_url_sha256` ON `images` (`url_sha256`);
--bun:split
CREATE INDEX `images_author` ON `images` (`author`);
--bun:split
CREATE TABLE `users` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `name` text NOT NULL, `email` text NOT NULL, `role` text NOT NULL, `password_hash` text NOT NULL, `version` integer NOT NULL, `created_utc` text NOT NULL);
--bun:split
CREATE UNIQUE INDEX `users_name` ON `users` (`name`);
--bun:split
CREATE TABLE `sign_in_names` (`name` text NOT NULL, `user_id` integer NOT NULL, PRIMARY KEY (`name`));
--bun:split
CREATE INDEX `sign_in_names_user_id` ON `sign_in_names` (`user_id`);
--bun:split
CREATE TABLE `tokens` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `user_id` integer NOT NULL, `label` text NOT NULL, `sha256` text NOT NULL, `created_utc` text NOT NULL, `expires_utc` text NOT NULL);
--bun:split
CREATE UNIQUE INDEX `tokens_sha256` ON `tokens` (`sha256`);
--bun:split
CREATE INDEX `tokens_user_id` ON `tokens` (`user_id`);
--bun:split
CREATE TABLE `desk_sessions` (`sha256` text NOT NULL, `user_id` integer NOT NULL, `created_utc` text NOT NULL, `used_utc` text NOT NULL, `address` text NOT NULL, `browser` text NOT NULL, PRIMARY KEY (`sha256`));
--bun:split
CREATE INDEX `desk_sessions_user_id` ON `desk_sessions` (`user_id`);
--bun:split
CREATE TABLE `one_time_links` (`sha256` text NOT NULL, `user_id` integer NOT NULL, `expires_utc` text NOT NULL, PRIMARY KEY (`sha256`));
--bun:split
CREATE TABLE `site_identity` (`id` integer NOT NULL, `site_name` text NOT NULL, `logo` integer NOT NULL, `accent` text NOT NULL, `footer_links` text NOT NULL, `style` text NOT NULL, `version` integer NOT NULL, `modified_utc` text NOT NULL, PRIMARY KEY (`id`));
--bun:split
CREATE TABLE `schema_metadata` (`name` text NOT NULL, `value` text NOT NULL, PRIMARY KEY (`name`));
--bun:split
CREATE TABLE `idempotency_keys` (`user_id` integer NOT NULL, `key` text NOT NULL, `fingerprint` text NOT NULL, `status` integer NOT NULL, `location` text NOT NULL, `version` integer NOT NULL, `body` text NOT NULL, `created_utc` text NOT NULL, PRIMARY KEY (`user_id`, `key`));
--bun:split
CREATE INDEX `idempotency_keys_created_utc` ON `idempotency_keys` (`created_utc`);
--bun:split
CREATE TABLE `record_series` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `resource` text NOT NULL, `version` integer NOT NULL, `rule` text NOT NULL, `except_dates` text NOT NULL, `dates` text NOT NULL, `duration` integer NOT NULL, `template` text NOT NULL, `extended_to` text NOT NULL, `previous` integer NOT NULL, `created_utc` text NOT NULL, `modified_utc` text NOT NULL);
--bun:split
CREATE INDEX `record_series_resource_extended_to` ON `record_series` (`resource`, `extended_to`);
--bun:split
CREATE TABLE `former_slugs` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `resource` text NOT NULL, `slug` text NOT NULL, `record_id` integer NOT NULL, `created_utc` text NOT NULL);
--bun:split
CREATE UNIQUE INDEX `former_slugs_resource_slug` ON `former_slugs` (`resource`, `slug`);
--bun:split
CREATE INDEX `former_slugs_resource_record_id_id` ON `former_slugs` (`resource`, `record_id`, `id`);
--bun:split
CREATE TABLE `audit_entries` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `at_utc` text NOT NULL, `user_id` integer NOT NULL, `user_name` text NOT NULL, `action` text NOT NULL, `resource` text NOT NULL, `record_id` integer NOT NULL, `client_ip` text NOT NULL, `request_id` text NOT NULL, `note` text NOT NULL, `transaction_id` integer NOT NULL DEFAULT 0, `change_id` text NOT NULL, `version` integer NOT NULL, `was_there` bool NOT NULL, `was_status` text NOT NULL, `was_hidden` bool NOT NULL, `was_locked` bool NOT NULL, `was_owner` integer NOT NULL, `patch` text NOT NULL);
--bun:split
CREATE INDEX `audit_entries_at_utc_id` ON `audit_entries` (`at_utc`, `id`);
--bun:split
CREATE INDEX `audit_entries_resource_record_id` ON `audit_entries` (`resource`, `record_id`);
--bun:split
CREATE TABLE `outbox` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `topic` text NOT NULL, `resource` text NOT NULL, `record_id` integer NOT NULL, `payload` text NOT NULL, `created_utc` text NOT NULL, `next_utc` text NOT NULL, `attempts` integer NOT NULL, `error` text NOT NULL, `failed` bool NOT NULL);
--bun:split
CREATE INDEX `outbox_next_utc` ON `outbox` (`next_utc`);
--bun:split
CREATE INDEX `outbox_resource_record_id_id` ON `outbox` (`resource`, `record_id`, `id`);
--bun:split
CREATE TABLE `webhooks` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `url` text NOT NULL, `description` text NOT NULL, `types` text NOT NULL, `thin` bool NOT NULL, `secret` text NOT NULL, `former_secret` text NOT NULL, `former_until_utc` text NOT NULL, `disabled` bool NOT NULL, `disabled_reason` text NOT NULL, `paused_until_utc` text NOT NULL, `failing_since_utc` text NOT NULL, `user_id` integer NOT NULL, `created_utc` text NOT NULL, `modified_utc` text NOT NULL);
--bun:split
CREATE TABLE `webhook_deliveries` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `webhook_id` integer NOT NULL, `message_id` text NOT NULL, `type` text NOT NULL, `resource` text NOT NULL, `record_id` integer NOT NULL, `payload` text NOT NULL, `created_utc` text NOT NULL, `next_utc` text NOT NULL, `attempts` integer NOT NULL, `state` text NOT NULL, `reply_status` integer NOT NULL, `reply` text NOT NULL, `ended_utc` text NOT NULL);
--bun:split
CREATE INDEX `webhook_deliveries_webhook_id_state_next_utc` ON `webhook_deliveries` (`webhook_id`, `state`, `next_utc`);
--bun:split
CREATE INDEX `webhook_deliveries_webhook_id_resource_record_id_state_id` ON `webhook_deliveries` (`webhook_id`, `resource`, `record_id`, `state`, `id`);
--bun:split
CREATE TABLE `background_jobs` (`name` text NOT NULL, `version` integer NOT NULL, `due_utc` text NOT NULL, `asked` bool NOT NULL, `retry_utc` text NOT NULL, `holder` text NOT NULL, `heartbeat_utc` text NOT NULL, `begun_utc` text NOT NULL, `ended_utc` text NOT NULL, `duration_ms` integer NOT NULL, `error` text NOT NULL, `failures` integer NOT NULL, PRIMARY KEY (`name`));
--bun:split
CREATE TABLE `order_groups` (`order_id` integer NOT NULL, `group_id` integer NOT NULL, `position` integer NOT NULL, PRIMARY KEY (`order_id`, `group_id`), CONSTRAINT `order_groups_order_id` FOREIGN KEY (`order_id`) REFERENCES `orders` (`id`) ON DELETE CASCADE, CONSTRAINT `order_groups_group_id` FOREIGN KEY (`group_id`) REFERENCES `groups` (`id`) ON DELETE CASCADE) WITHOUT ROWID;
--bun:split
CREATE INDEX `order_groups_group_id_order_id` ON `order_groups` (`group_id`, `order_id`);
--bun:split
CREATE TABLE `order_labels` (`order_id` integer NOT NULL, `label_id` integer NOT NULL, `position` integer NOT NULL, PRIMARY KEY (`order_id`, `label_id`), CONSTRAINT `order_labels_order_id` FOREIGN KEY (`order_id`) REFERENCES `orders` (`id`) ON DELETE CASCADE, CONSTRAINT `order_labels_label_id` FOREIGN KEY (`label_id`) REFERENCES `labels` (`id`) ON DELETE CASCADE) WITHOUT ROWID;
--bun:split
CREATE INDEX `order_labels_label_id_order_id` ON `order_labels` (`label_id`, `order_id`);
--bun:split
CREATE TRIGGER `orders.status_insert` BEFORE INSERT ON `orders` FOR EACH ROW WHEN (NOT (NEW.`status` IN ('open', 'paid', 'sent'))) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: orders.status'); END;
--bun:split
CREATE TRIGGER `orders.status_update` BEFORE UPDATE OF `status` ON `orders` FOR EACH ROW WHEN (NEW.`status` IS DISTINCT FROM OLD.`status` AND NOT (NEW.`status` IN ('open', 'paid', 'sent'))) BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: orders.status'); END;
