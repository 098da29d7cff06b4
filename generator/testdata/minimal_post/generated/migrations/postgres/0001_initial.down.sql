-- almanac: destructive drops every table
DROP TABLE "notes";
