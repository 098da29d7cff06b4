-- almanac: destructive drops table outbox
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
DROP FUNCTION refuse_value();
