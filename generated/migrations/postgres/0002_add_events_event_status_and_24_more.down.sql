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
DROP TRIGGER "events.event_status_insert" ON "events";
--bun:split
DROP TRIGGER "events.event_status_update" ON "events";
--bun:split
DROP TRIGGER "events.attendance_mode_insert" ON "events";
--bun:split
DROP TRIGGER "events.attendance_mode_update" ON "events";
--bun:split
DROP TRIGGER "events.ical_uid_insert" ON "events";
--bun:split
DROP TRIGGER "events.ical_uid_update" ON "events";
--bun:split
DROP TRIGGER "venues.geo_lat_insert" ON "venues";
--bun:split
DROP TRIGGER "venues.geo_lat_update" ON "venues";
--bun:split
DROP TRIGGER "venues.geo_lng_insert" ON "venues";
--bun:split
DROP TRIGGER "venues.geo_lng_update" ON "venues";
--bun:split
DROP TABLE "outbox";
--bun:split
DROP TABLE "record_series";
--bun:split
DROP TABLE "site_identity";
--bun:split
DROP TABLE "one_time_links";
--bun:split
DROP TABLE "desk_sessions";
--bun:split
DROP INDEX "events_series_id_recurrence_id";
--bun:split
DROP INDEX "venues_city";
--bun:split
DROP INDEX "images_author";
--bun:split
ALTER TABLE "events" DROP COLUMN "event_status", DROP COLUMN "event_status_reason", DROP COLUMN "attendance_mode", DROP COLUMN "online_url", DROP COLUMN "ical_uid", DROP COLUMN "series_id", DROP COLUMN "recurrence_id";
--bun:split
ALTER TABLE "categories" DROP COLUMN "color";
--bun:split
ALTER TABLE "images" DROP COLUMN "title", DROP COLUMN "alt", DROP COLUMN "caption", DROP COLUMN "stored_bytes", DROP COLUMN "created_utc", DROP COLUMN "modified_utc";
--bun:split
ALTER TABLE "audit_entries" DROP COLUMN "note";
--bun:split
DROP FUNCTION refuse_value();
