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
DROP TABLE "webhook_deliveries";
--bun:split
DROP TABLE "webhooks";
--bun:split
DROP INDEX "audit_entries_transaction_id_id";
--bun:split
ALTER TABLE "audit_entries" DROP COLUMN "transaction_id", DROP COLUMN "change_id", DROP COLUMN "version", DROP COLUMN "was_there", DROP COLUMN "was_status", DROP COLUMN "was_hidden", DROP COLUMN "was_locked", DROP COLUMN "was_owner", DROP COLUMN "patch";
