-- almanac: destructive drops every table
DROP TABLE "order_groups";
--bun:split
DROP TABLE "ticket_id_sequence";
--bun:split
DROP TABLE "order_id_sequence";
--bun:split
DROP TABLE "groups";
--bun:split
DROP TABLE "order_labels";
--bun:split
DROP TABLE "labels";
--bun:split
DROP TABLE "orders";
--bun:split
DROP FUNCTION refuse_value();
