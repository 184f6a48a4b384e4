CREATE TABLE "lever_listings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lever_listings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"instrument" text NOT NULL,
	"lot_size" text NOT NULL,
	"lots_min" bigint NOT NULL,
	"lots_max" bigint NOT NULL,
	"multiples" integer[] NOT NULL,
	"spread_ppm" integer NOT NULL,
	"fee_ppm" integer NOT NULL,
	"night_ppm" integer NOT NULL,
	"net_limit" numeric(38, 0) NOT NULL,
	"gross_limit" numeric(38, 0) NOT NULL,
	"owner_limit" numeric(38, 0) NOT NULL,
	"state" text NOT NULL,
	"asked_by" integer NOT NULL,
	"asked_at_ms" bigint NOT NULL,
	"decided_by" integer,
	"decided_at_ms" bigint,
	CONSTRAINT "lever_listings_decided" CHECK (("lever_listings"."state" = 'waiting') = ("lever_listings"."decided_by" is null)
        and ("lever_listings"."decided_by" is null) = ("lever_listings"."decided_at_ms" is null)),
	CONSTRAINT "lever_listings_approved_by_another" CHECK ("lever_listings"."state" not in ('approved', 'opened') or "lever_listings"."decided_by" <> "lever_listings"."asked_by")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "lever_listings_open" ON "lever_listings" USING btree ("instrument") WHERE "lever_listings"."state" in ('waiting', 'approved');--> statement-breakpoint
CREATE UNIQUE INDEX "lever_markets_spot_market" ON "lever_markets" USING btree ("spot_market_id");--> statement-breakpoint
CREATE UNIQUE INDEX "lever_markets_forex_symbol" ON "lever_markets" USING btree ("forex_symbol");