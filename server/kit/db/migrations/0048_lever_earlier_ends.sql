-- What the guard of the pool saw at earlier deleveragings was not stored. 0 stands for it.
ALTER TABLE "lever_orders" DISABLE TRIGGER lever_orders_ended;--> statement-breakpoint
UPDATE "lever_orders" SET seen_cover = 0 WHERE close_reason = 'deleveraged' AND state = 'closed' AND seen_cover IS NULL;--> statement-breakpoint
ALTER TABLE "lever_orders" ENABLE TRIGGER lever_orders_ended;
