CREATE TABLE "dealing_postings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dealing_postings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"recipe" text NOT NULL,
	"cause_id" text NOT NULL,
	"actor_id" integer NOT NULL,
	"request_id" text NOT NULL,
	"entries" jsonb NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"number" bigint,
	"refused_at_ms" bigint,
	"waits_for" bigint,
	CONSTRAINT "dealing_postings_one_end" CHECK ("dealing_postings"."number" is null or "dealing_postings"."refused_at_ms" is null)
);
--> statement-breakpoint
CREATE TABLE "lever_events" (
	"order_id" bigint NOT NULL,
	"revision" integer NOT NULL,
	"type" text NOT NULL,
	"at_ms" bigint NOT NULL,
	"actor_id" integer NOT NULL,
	"request_id" text NOT NULL,
	"reason" text,
	"mark_seq" bigint,
	"mark_ticks" bigint,
	"take_profit_ticks" bigint,
	"stop_loss_ticks" bigint,
	CONSTRAINT "lever_events_order_id_revision_pk" PRIMARY KEY("order_id","revision")
);
--> statement-breakpoint
CREATE TABLE "lever_funds" (
	"id" bigint PRIMARY KEY NOT NULL,
	"pool" numeric(38, 0) NOT NULL,
	"insurance" numeric(38, 0) NOT NULL,
	"request_id" text NOT NULL,
	"at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lever_markets" (
	"id" integer PRIMARY KEY NOT NULL,
	"spot_market_id" integer,
	"forex_symbol" text,
	"settle_currency_id" integer NOT NULL,
	"price_scale" smallint NOT NULL,
	"lot_size" text NOT NULL,
	"tick_lot_units" numeric(38, 0) NOT NULL,
	"calendar" text NOT NULL,
	"lots_min" bigint NOT NULL,
	"lots_max" bigint NOT NULL,
	"multiples" integer[] NOT NULL,
	"spread_ppm" integer NOT NULL,
	"fee_ppm" integer NOT NULL,
	"night_ppm" integer NOT NULL,
	"net_limit" numeric(38, 0) NOT NULL,
	"gross_limit" numeric(38, 0) NOT NULL,
	"owner_limit" numeric(38, 0) NOT NULL,
	"status" text NOT NULL,
	"revision" integer NOT NULL,
	"ends_at_ms" bigint,
	CONSTRAINT "lever_markets_one_instrument" CHECK (("lever_markets"."spot_market_id" is null) <> ("lever_markets"."forex_symbol" is null)),
	CONSTRAINT "lever_markets_units" CHECK ("lever_markets"."tick_lot_units" > 0)
);
--> statement-breakpoint
CREATE TABLE "lever_orders" (
	"id" bigint PRIMARY KEY NOT NULL,
	"owner_id" integer NOT NULL,
	"market_id" integer NOT NULL,
	"kind" text NOT NULL,
	"direction" text NOT NULL,
	"lots" bigint NOT NULL,
	"multiple" integer NOT NULL,
	"spread_ppm" integer NOT NULL,
	"fee_ppm" integer NOT NULL,
	"night_ppm" integer NOT NULL,
	"tick_lot_units" numeric(38, 0) NOT NULL,
	"calendar" text NOT NULL,
	"limit_ticks" bigint,
	"worst_ticks" bigint,
	"placed_at_ms" bigint NOT NULL,
	"state" text NOT NULL,
	"take_profit_ticks" bigint,
	"stop_loss_ticks" bigint,
	"reserve" numeric(38, 0) NOT NULL,
	"open_ticks" bigint,
	"open_mark_seq" bigint,
	"opened_at_ms" bigint,
	"notional" numeric(38, 0),
	"margin" numeric(38, 0),
	"fee" numeric(38, 0),
	"night_fee" numeric(38, 0),
	"close_reason" text,
	"close_ticks" bigint,
	"close_mark_seq" bigint,
	"closed_at_ms" bigint,
	"profit" numeric(38, 0),
	"nights" numeric(38, 0),
	"seen_equity" numeric(38, 0),
	"seen_margin" numeric(38, 0),
	"cancel_reason" text,
	"settled_available" numeric(38, 0),
	"settled_debt" numeric(38, 0),
	"insured" numeric(38, 0),
	"waived" numeric(38, 0),
	"revision" integer NOT NULL,
	"idempotency_key" text,
	"request_id" text NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "lever_orders_reserved" CHECK ("lever_orders"."reserve" = 0 or "lever_orders"."state" = 'pending'),
	CONSTRAINT "lever_orders_opened" CHECK (("lever_orders"."state" in ('pending', 'cancelled')) = ("lever_orders"."open_ticks" is null)
        and num_nulls("lever_orders"."open_ticks", "lever_orders"."open_mark_seq", "lever_orders"."opened_at_ms", "lever_orders"."notional",
          "lever_orders"."margin", "lever_orders"."fee", "lever_orders"."night_fee") in (0, 7)),
	CONSTRAINT "lever_orders_closed" CHECK (("lever_orders"."state" = 'closed') = ("lever_orders"."close_ticks" is not null)
        and num_nulls("lever_orders"."close_ticks", "lever_orders"."close_mark_seq", "lever_orders"."closed_at_ms", "lever_orders"."profit",
          "lever_orders"."nights", "lever_orders"."settled_available", "lever_orders"."settled_debt", "lever_orders"."insured",
          "lever_orders"."waived") in (0, 9)
        and ("lever_orders"."state" in ('closing', 'closed')) = ("lever_orders"."close_reason" is not null)),
	CONSTRAINT "lever_orders_cancelled" CHECK (("lever_orders"."state" = 'cancelled') = ("lever_orders"."cancel_reason" is not null))
);
--> statement-breakpoint
CREATE TABLE "lever_terms" (
	"market_id" integer NOT NULL,
	"revision" integer NOT NULL,
	"lots_min" bigint NOT NULL,
	"lots_max" bigint NOT NULL,
	"multiples" integer[] NOT NULL,
	"spread_ppm" integer NOT NULL,
	"fee_ppm" integer NOT NULL,
	"night_ppm" integer NOT NULL,
	"net_limit" numeric(38, 0) NOT NULL,
	"gross_limit" numeric(38, 0) NOT NULL,
	"owner_limit" numeric(38, 0) NOT NULL,
	"at_ms" bigint NOT NULL,
	CONSTRAINT "lever_terms_market_id_revision_pk" PRIMARY KEY("market_id","revision")
);
--> statement-breakpoint
CREATE TABLE "mark_ticks" (
	"market_id" integer NOT NULL,
	"seq" bigint NOT NULL,
	"at_ms" bigint NOT NULL,
	"ticks" bigint NOT NULL,
	"is_agreed" boolean NOT NULL,
	"is_close_only" boolean NOT NULL,
	"sources" jsonb NOT NULL,
	CONSTRAINT "mark_ticks_market_id_seq_pk" PRIMARY KEY("market_id","seq")
);
--> statement-breakpoint
ALTER TABLE "ledger_accounts" DROP CONSTRAINT "ledger_accounts_not_negative";--> statement-breakpoint
ALTER TABLE "transfers" DROP CONSTRAINT "transfers_booked";--> statement-breakpoint
ALTER TABLE "spot_postings" ADD COLUMN "waits_for" bigint;--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "dealing_posting_id" bigint;--> statement-breakpoint
CREATE UNIQUE INDEX "dealing_postings_cause" ON "dealing_postings" USING btree ("recipe","cause_id");--> statement-breakpoint
CREATE UNIQUE INDEX "dealing_postings_number" ON "dealing_postings" USING btree ("number");--> statement-breakpoint
CREATE INDEX "dealing_postings_open" ON "dealing_postings" USING btree ("id") WHERE "dealing_postings"."number" is null and "dealing_postings"."refused_at_ms" is null;--> statement-breakpoint
CREATE INDEX "lever_orders_owner" ON "lever_orders" USING btree ("owner_id","id");--> statement-breakpoint
CREATE INDEX "lever_orders_open" ON "lever_orders" USING btree ("owner_id","id") WHERE "lever_orders"."state" in ('pending', 'in_trading', 'closing');--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_not_negative" CHECK ("ledger_accounts"."account_type" in (100, 103, 105, 110) or ("ledger_accounts"."available" >= 0 and "ledger_accounts"."frozen" >= 0));--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_booked" CHECK (num_nonnulls("transfers"."posting_id", "transfers"."dealing_posting_id", "transfers"."movement_number") > 0);
--> statement-breakpoint
-- The dealing writer books the second legs of transfers that are on their way.
WITH arriving AS (
  UPDATE "transfers" SET has_arrival = false WHERE has_arrival AND movement_number IS NULL RETURNING *
), written AS (
  INSERT INTO "dealing_postings" (recipe, cause_id, actor_id, request_id, entries, created_at_ms, waits_for)
  SELECT 'transfer.into_dealing', arriving.id::text, posting.actor_id, posting.request_id, jsonb_build_array(
      jsonb_build_object('owner_id', user_id, 'account_type', to_account_type, 'currency_id', currency_id,
        'available', amount::text, 'frozen', '0'),
      jsonb_build_object('owner_id', user_id, 'account_type', 104, 'currency_id', currency_id,
        'available', (-amount)::text, 'frozen', '0')),
    arriving.created_at_ms, arriving.posting_id
  FROM arriving JOIN "spot_postings" posting ON posting.id = arriving.posting_id
  WHERE posting.refused_at_ms IS NULL
  ORDER BY arriving.id
  RETURNING id, cause_id
)
SELECT count(*) FROM written;
--> statement-breakpoint
UPDATE "transfers" SET dealing_posting_id = posting.id
FROM "dealing_postings" posting WHERE posting.cause_id = "transfers".id::text;
--> statement-breakpoint
CREATE TRIGGER lever_terms_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "lever_terms"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER lever_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "lever_events"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER lever_funds_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "lever_funds"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER mark_ticks_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "mark_ticks"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Also for sessions that set session_replication_role.
ALTER TABLE "lever_terms" ENABLE ALWAYS TRIGGER lever_terms_append_only;
--> statement-breakpoint
ALTER TABLE "lever_events" ENABLE ALWAYS TRIGGER lever_events_append_only;
--> statement-breakpoint
ALTER TABLE "lever_funds" ENABLE ALWAYS TRIGGER lever_funds_append_only;
--> statement-breakpoint
ALTER TABLE "mark_ticks" ENABLE ALWAYS TRIGGER mark_ticks_append_only;
--> statement-breakpoint
-- An order that has ended keeps its result: nobody decides again what a position won.
CREATE FUNCTION refuse_change_of_ended_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'contract order % has ended', OLD.id USING ERRCODE = 'integrity_constraint_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER lever_orders_ended BEFORE UPDATE ON "lever_orders"
  FOR EACH ROW WHEN (OLD.state IN ('closed', 'cancelled')) EXECUTE FUNCTION refuse_change_of_ended_order();
--> statement-breakpoint
CREATE TRIGGER lever_orders_kept BEFORE DELETE OR TRUNCATE ON "lever_orders"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
