-- almanac: destructive drops table outbox
DROP TRIGGER `venues.geo_lat_insert`;
--bun:split
DROP TRIGGER `venues.geo_lat_update`;
--bun:split
DROP TRIGGER `venues.geo_lng_insert`;
--bun:split
DROP TRIGGER `venues.geo_lng_update`;
--bun:split
DROP TABLE `outbox`;
