PRAGMA foreign_keys = off;
--bun:split
DROP TABLE `labels`;
--bun:split
PRAGMA foreign_keys = on;
