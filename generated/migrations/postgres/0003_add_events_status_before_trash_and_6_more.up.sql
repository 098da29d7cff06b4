-- almanac: additive
ALTER TABLE "events" ADD COLUMN "status_before_trash" text NOT NULL DEFAULT '' COLLATE "C", ADD COLUMN "edited_utc" text NOT NULL DEFAULT '' COLLATE "C";
--bun:split
ALTER TABLE "venues" ADD COLUMN "status_before_trash" text NOT NULL DEFAULT '' COLLATE "C", ADD COLUMN "edited_utc" text NOT NULL DEFAULT '' COLLATE "C";
--bun:split
ALTER TABLE "organizers" ADD COLUMN "status_before_trash" text NOT NULL DEFAULT '' COLLATE "C", ADD COLUMN "edited_utc" text NOT NULL DEFAULT '' COLLATE "C";
--bun:split
ALTER TABLE "record_series" ADD COLUMN "duration" bigint NOT NULL DEFAULT 0;
