-- almanac: destructive drops table outbox
DROP TABLE "outbox";
