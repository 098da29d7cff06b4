-- almanac: destructive drops every table
DROP TABLE "talk_overflow";
--bun:split
DROP TABLE "secrets";
--bun:split
DROP TABLE "talk_places";
--bun:split
DROP TABLE "places";
--bun:split
DROP TABLE "talk_topics";
--bun:split
DROP TABLE "talks";
--bun:split
DROP TABLE "topics";
--bun:split
DROP FUNCTION refuse_value();
