-- almanac: destructive drops column transaction_id of audit_entries
-- almanac: destructive drops column change_id of audit_entries
-- almanac: destructive drops column version of audit_entries
-- almanac: destructive drops column was_there of audit_entries
-- almanac: destructive drops column was_status of audit_entries
-- almanac: destructive drops column was_hidden of audit_entries
-- almanac: destructive drops column was_locked of audit_entries
-- almanac: destructive drops column was_owner of audit_entries
-- almanac: destructive drops column patch of audit_entries
-- almanac: destructive drops table webhooks
-- almanac: destructive drops table webhook_deliveries
-- almanac: rewrites audit_entries
DROP TABLE `webhook_deliveries`;
--bun:split
DROP TABLE `webhooks`;
--bun:split
CREATE TABLE `new_audit_entries` (`id` integer NOT NULL PRIMARY KEY AUTOINCREMENT, `at_utc` text NOT NULL, `user_id` integer NOT NULL, `user_name` text NOT NULL, `action` text NOT NULL, `resource` text NOT NULL, `record_id` integer NOT NULL, `client_ip` text NOT NULL, `request_id` text NOT NULL, `note` text NOT NULL DEFAULT '');
--bun:split
INSERT INTO `new_audit_entries` (`id`, `at_utc`, `user_id`, `user_name`, `action`, `resource`, `record_id`, `client_ip`, `request_id`, `note`) SELECT `id`, `at_utc`, `user_id`, `user_name`, `action`, `resource`, `record_id`, `client_ip`, `request_id`, `note` FROM `audit_entries`;
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
