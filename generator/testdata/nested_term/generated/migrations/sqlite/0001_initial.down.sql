PRAGMA foreign_keys = off;
--bun:split
DROP TABLE `topics`;
--bun:split
PRAGMA foreign_keys = on;
