CREATE TABLE "spot_unposted" (
	"owner_id" integer NOT NULL,
	"account_type" smallint NOT NULL,
	"currency_id" integer NOT NULL,
	"available" numeric(38, 0) NOT NULL,
	"frozen" numeric(38, 0) NOT NULL,
	CONSTRAINT "spot_unposted_owner_id_account_type_currency_id_pk" PRIMARY KEY("owner_id","account_type","currency_id")
);
--> statement-breakpoint
DROP INDEX "spot_deals_taker";--> statement-breakpoint
DROP INDEX "spot_deals_maker";--> statement-breakpoint
ALTER TABLE "spot_writers" ADD COLUMN "last_order_id" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "spot_deals_taker_order" ON "spot_deals" USING btree ("taker_order_id") WHERE "spot_deals"."taker_owner_id" > 0;--> statement-breakpoint
CREATE INDEX "spot_deals_maker_order" ON "spot_deals" USING btree ("maker_order_id") WHERE "spot_deals"."maker_owner_id" > 0;--> statement-breakpoint
-- Orders of the house come and go all day: what they leave is used again long before a fifth of a large table is dead.
ALTER TABLE "spot_orders" SET (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0.01);
