ALTER TABLE "feedback_tickets" ADD COLUMN "idempotency_key" text;--> statement-breakpoint
ALTER TABLE "feedback_tickets" ADD COLUMN "terms" text;--> statement-breakpoint
CREATE INDEX "fiat_orders_bought" ON "fiat_orders" USING btree ("buyer_id","ended_at_ms") WHERE "fiat_orders"."state" = 'completed';--> statement-breakpoint
CREATE UNIQUE INDEX "feedback_tickets_key" ON "feedback_tickets" USING btree ("user_id","idempotency_key");