PRAGMA foreign_keys = off;
--bun:split
DROP TABLE `notes`;
--bun:split
PRAGMA foreign_keys = on;
