-- A start asks which products have open orders or orders whose minutes are not signed. Without the product in both indexes
-- it read every order.
DROP INDEX "micro_orders_open";--> statement-breakpoint
DROP INDEX "micro_orders_settled";--> statement-breakpoint
CREATE INDEX "micro_orders_open" ON "micro_orders" USING btree ("product_id","id") WHERE "micro_orders"."settled_at_ms" is null;--> statement-breakpoint
CREATE INDEX "micro_orders_settled" ON "micro_orders" USING btree ("product_id","settled_at_ms") WHERE "micro_orders"."settled_at_ms" is not null;--> statement-breakpoint
-- An opening changes no indexed column, so that it needs room in its page and no new entry in an index.
ALTER TABLE "micro_orders" SET (fillfactor = 50);
