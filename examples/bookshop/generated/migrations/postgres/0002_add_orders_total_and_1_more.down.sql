-- almanac: destructive drops column total of orders
DROP TRIGGER "orders.total_insert" ON "orders";
--bun:split
DROP TRIGGER "orders.total_update" ON "orders";
--bun:split
DROP TRIGGER "orders.total_currency_insert" ON "orders";
--bun:split
DROP TRIGGER "orders.total_currency_update" ON "orders";
--bun:split
ALTER TABLE "orders" DROP COLUMN "total", DROP COLUMN "total_currency";
