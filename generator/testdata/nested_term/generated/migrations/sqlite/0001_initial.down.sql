-- almanac: destructive drops every table
DROP TABLE `topics`;
