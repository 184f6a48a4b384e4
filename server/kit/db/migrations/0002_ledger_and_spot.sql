CREATE TABLE "currencies" (
	"id" integer PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"scale" smallint NOT NULL,
	CONSTRAINT "currencies_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "ledger_accounts" (
	"owner_id" integer NOT NULL,
	"account_type" smallint NOT NULL,
	"currency_id" integer NOT NULL,
	"available" numeric(38, 0) DEFAULT 0 NOT NULL,
	"frozen" numeric(38, 0) DEFAULT 0 NOT NULL,
	CONSTRAINT "ledger_accounts_owner_id_account_type_currency_id_pk" PRIMARY KEY("owner_id","account_type","currency_id"),
	CONSTRAINT "ledger_accounts_not_negative" CHECK ("ledger_accounts"."account_type" = 100 or ("ledger_accounts"."available" >= 0 and "ledger_accounts"."frozen" >= 0))
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"owner_id" integer NOT NULL,
	"account_type" smallint NOT NULL,
	"currency_id" integer NOT NULL,
	"journal" smallint NOT NULL,
	"number" bigint NOT NULL,
	"available_delta" numeric(38, 0) NOT NULL,
	"frozen_delta" numeric(38, 0) NOT NULL,
	CONSTRAINT "ledger_entries_owner_id_account_type_currency_id_journal_number_pk" PRIMARY KEY("owner_id","account_type","currency_id","journal","number")
);
--> statement-breakpoint
CREATE TABLE "ledger_movements" (
	"journal" smallint NOT NULL,
	"number" bigint NOT NULL,
	"recipe" text NOT NULL,
	"cause_id" text NOT NULL,
	"actor_id" integer NOT NULL,
	"request_id" text NOT NULL,
	"at_ms" bigint NOT NULL,
	CONSTRAINT "ledger_movements_journal_number_pk" PRIMARY KEY("journal","number")
);
--> statement-breakpoint
CREATE TABLE "ledger_verifications" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_verifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at_ms" bigint NOT NULL,
	"faults" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "spot_candles" (
	"market_id" integer NOT NULL,
	"period" text NOT NULL,
	"time_ms" bigint NOT NULL,
	"open" bigint NOT NULL,
	"high" bigint NOT NULL,
	"low" bigint NOT NULL,
	"close" bigint NOT NULL,
	"volume" numeric(38, 0) NOT NULL,
	"last_deal_id" bigint NOT NULL,
	CONSTRAINT "spot_candles_market_id_period_time_ms_pk" PRIMARY KEY("market_id","period","time_ms")
);
--> statement-breakpoint
CREATE TABLE "spot_deals" (
	"id" bigint PRIMARY KEY NOT NULL,
	"market_id" integer NOT NULL,
	"price_ticks" bigint NOT NULL,
	"quantity_lots" bigint NOT NULL,
	"taker_side" text NOT NULL,
	"taker_order_id" bigint NOT NULL,
	"maker_order_id" bigint NOT NULL,
	"taker_owner_id" integer NOT NULL,
	"maker_owner_id" integer NOT NULL,
	"taker_fee" numeric(38, 0) NOT NULL,
	"maker_fee" numeric(38, 0) NOT NULL,
	"at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "spot_markets" (
	"id" integer PRIMARY KEY NOT NULL,
	"base_currency_id" integer NOT NULL,
	"quote_currency_id" integer NOT NULL,
	"price_scale" smallint NOT NULL,
	"quantity_scale" smallint NOT NULL,
	"min_notional" numeric(38, 0) NOT NULL,
	"price_band_ppm" integer NOT NULL,
	"maker_fee_ppm" integer NOT NULL,
	"taker_fee_ppm" integer NOT NULL,
	"status" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "spot_orders" (
	"id" bigint PRIMARY KEY NOT NULL,
	"owner_id" integer NOT NULL,
	"market_id" integer NOT NULL,
	"side" text NOT NULL,
	"kind" text NOT NULL,
	"price_ticks" bigint,
	"quantity_lots" bigint,
	"amount" numeric(38, 0),
	"maker_fee_ppm" integer NOT NULL,
	"taker_fee_ppm" integer NOT NULL,
	"executed_lots" bigint NOT NULL,
	"executed_amount" numeric(38, 0) NOT NULL,
	"fee" numeric(38, 0) NOT NULL,
	"reserved" numeric(38, 0) NOT NULL,
	"state" text NOT NULL,
	"end_reason" text,
	"revision" integer NOT NULL,
	"idempotency_key" text,
	"request_id" text NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "spot_orders_reserved" CHECK ("spot_orders"."reserved" >= 0),
	CONSTRAINT "spot_orders_ended" CHECK (("spot_orders"."state" = 'paid') or ("spot_orders"."reserved" = 0 and ("spot_orders"."state" = 'executed' or "spot_orders"."end_reason" is not null)))
);
--> statement-breakpoint
CREATE TABLE "spot_writers" (
	"name" text PRIMARY KEY NOT NULL,
	"epoch" bigint NOT NULL,
	"seq" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "ledger_verifications_at" ON "ledger_verifications" USING btree ("at_ms");--> statement-breakpoint
CREATE INDEX "spot_deals_market" ON "spot_deals" USING btree ("market_id","id");--> statement-breakpoint
CREATE INDEX "spot_deals_taker" ON "spot_deals" USING btree ("taker_order_id");--> statement-breakpoint
CREATE INDEX "spot_deals_maker" ON "spot_deals" USING btree ("maker_order_id");--> statement-breakpoint
CREATE INDEX "spot_orders_owner" ON "spot_orders" USING btree ("owner_id","id");--> statement-breakpoint
CREATE INDEX "spot_orders_open" ON "spot_orders" USING btree ("id") WHERE "spot_orders"."state" = 'paid';