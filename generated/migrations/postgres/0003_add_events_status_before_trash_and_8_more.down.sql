-- almanac: destructive drops column status_before_trash of events
-- almanac: destructive drops column edited_utc of events
-- almanac: destructive drops column status_before_trash of venues
-- almanac: destructive drops column edited_utc of venues
-- almanac: destructive drops column status_before_trash of organizers
-- almanac: destructive drops column edited_utc of organizers
-- almanac: destructive drops column duration of record_series
-- almanac: destructive drops table former_slugs
-- almanac: destructive drops table background_jobs
DROP TABLE "background_jobs";
--bun:split
DROP TABLE "former_slugs";
--bun:split
ALTER TABLE "events" DROP COLUMN "status_before_trash", DROP COLUMN "edited_utc";
--bun:split
ALTER TABLE "venues" DROP COLUMN "status_before_trash", DROP COLUMN "edited_utc";
--bun:split
ALTER TABLE "organizers" DROP COLUMN "status_before_trash", DROP COLUMN "edited_utc";
--bun:split
ALTER TABLE "record_series" DROP COLUMN "duration";
