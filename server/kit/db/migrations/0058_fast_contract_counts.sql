CREATE TABLE "micro_counts" (
	"id" smallint PRIMARY KEY NOT NULL,
	"until_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "micro_days" (
	"day_ms" bigint NOT NULL,
	"product_id" integer NOT NULL,
	"won_up" bigint NOT NULL,
	"won_down" bigint NOT NULL,
	"lost_up" bigint NOT NULL,
	"lost_down" bigint NOT NULL,
	"drawn" bigint NOT NULL,
	"unopened" bigint NOT NULL,
	"unpriced" bigint NOT NULL,
	"stake" numeric(38, 0) NOT NULL,
	"payout" numeric(38, 0) NOT NULL,
	"decided_stake" numeric(38, 0) NOT NULL,
	"profit" numeric(38, 0) NOT NULL,
	"loss" numeric(38, 0) NOT NULL,
	"swing_squared" numeric(38, 0) NOT NULL,
	"opening_delay_ms" bigint NOT NULL,
	"opening_delay_max_ms" bigint NOT NULL,
	"settling_delay_ms" bigint NOT NULL,
	"settling_delay_max_ms" bigint NOT NULL,
	CONSTRAINT "micro_days_day_ms_product_id_pk" PRIMARY KEY("day_ms","product_id")
);
--> statement-breakpoint
ALTER TABLE "index_minutes" ADD COLUMN "orders_up" integer;--> statement-breakpoint
ALTER TABLE "index_minutes" ADD COLUMN "orders_down" integer;--> statement-breakpoint
CREATE INDEX "micro_orders_accepted" ON "micro_orders" USING btree ("accepted_at_ms","id");--> statement-breakpoint
ALTER TABLE "index_minutes" ADD CONSTRAINT "index_minutes_orders" CHECK (("index_minutes"."orders_up" is null) = ("index_minutes"."orders_down" is null));