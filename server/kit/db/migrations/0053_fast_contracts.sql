CREATE TABLE "micro_funds" (
	"id" integer PRIMARY KEY NOT NULL,
	"amount" numeric(38, 0) NOT NULL,
	"request_id" text NOT NULL,
	"at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "micro_limits" (
	"owner_id" integer PRIMARY KEY NOT NULL,
	"daily_loss" numeric(38, 0),
	"next_daily_loss" numeric(38, 0),
	"next_from_ms" bigint,
	"break_until_ms" bigint,
	"at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "micro_orders" (
	"id" bigint PRIMARY KEY NOT NULL,
	"owner_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"instrument" text NOT NULL,
	"price_scale" smallint NOT NULL,
	"direction" text NOT NULL,
	"seconds" integer NOT NULL,
	"stake" numeric(38, 0) NOT NULL,
	"profit_ppm" integer NOT NULL,
	"loss_ppm" integer NOT NULL,
	"accepted_at_ms" bigint NOT NULL,
	"token" text NOT NULL,
	"receipt" text NOT NULL,
	"signature" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"request_id" text NOT NULL,
	"state" text NOT NULL,
	"opened_at_ms" bigint,
	"open_ticks" bigint,
	"expires_at_ms" bigint,
	"payout" numeric(38, 0),
	"settled_at_ms" bigint,
	"revision" integer NOT NULL,
	CONSTRAINT "micro_orders_stake" CHECK ("micro_orders"."stake" > 0),
	CONSTRAINT "micro_orders_opened" CHECK (num_nonnulls("micro_orders"."opened_at_ms", "micro_orders"."open_ticks", "micro_orders"."expires_at_ms") in (0, 3)),
	CONSTRAINT "micro_orders_ended" CHECK (num_nonnulls("micro_orders"."payout", "micro_orders"."settled_at_ms")
        = case when "micro_orders"."state" in ('opening', 'open') then 0 else 2 end)
);
--> statement-breakpoint
CREATE TABLE "micro_points" (
	"instrument" text NOT NULL,
	"at_ms" bigint NOT NULL,
	"line" text NOT NULL,
	"head" text NOT NULL,
	CONSTRAINT "micro_points_instrument_at_ms_pk" PRIMARY KEY("instrument","at_ms")
);
--> statement-breakpoint
CREATE TABLE "micro_products" (
	"id" integer PRIMARY KEY NOT NULL,
	"instrument" text NOT NULL,
	"spot_market_id" integer,
	"forex_symbol" text,
	"price_scale" smallint NOT NULL,
	"seconds" integer NOT NULL,
	"profit_ppm" integer NOT NULL,
	"loss_ppm" integer NOT NULL,
	"stake_min" numeric(38, 0) NOT NULL,
	"stake_max" numeric(38, 0) NOT NULL,
	"owner_limit" numeric(38, 0) NOT NULL,
	"side_limit" numeric(38, 0) NOT NULL,
	"skew_limit" numeric(38, 0) NOT NULL,
	"status" text NOT NULL,
	"revision" integer NOT NULL,
	CONSTRAINT "micro_products_one_instrument" CHECK (("micro_products"."spot_market_id" is null) <> ("micro_products"."forex_symbol" is null))
);
--> statement-breakpoint
CREATE TABLE "micro_terms" (
	"product_id" integer NOT NULL,
	"revision" integer NOT NULL,
	"profit_ppm" integer NOT NULL,
	"loss_ppm" integer NOT NULL,
	"stake_min" numeric(38, 0) NOT NULL,
	"stake_max" numeric(38, 0) NOT NULL,
	"owner_limit" numeric(38, 0) NOT NULL,
	"side_limit" numeric(38, 0) NOT NULL,
	"skew_limit" numeric(38, 0) NOT NULL,
	"status" text NOT NULL,
	"at_ms" bigint NOT NULL,
	CONSTRAINT "micro_terms_product_id_revision_pk" PRIMARY KEY("product_id","revision")
);
--> statement-breakpoint
CREATE TABLE "micro_windows" (
	"instrument" text NOT NULL,
	"expires_at_ms" bigint NOT NULL,
	"sum" bigint NOT NULL,
	"count" smallint NOT NULL,
	CONSTRAINT "micro_windows_instrument_expires_at_ms_pk" PRIMARY KEY("instrument","expires_at_ms")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "micro_orders_token" ON "micro_orders" USING btree ("token");--> statement-breakpoint
CREATE INDEX "micro_orders_owner" ON "micro_orders" USING btree ("owner_id","id");--> statement-breakpoint
CREATE INDEX "micro_orders_open" ON "micro_orders" USING btree ("id") WHERE "micro_orders"."state" in ('opening', 'open');--> statement-breakpoint
CREATE INDEX "micro_orders_settled" ON "micro_orders" USING btree ("settled_at_ms");--> statement-breakpoint
CREATE UNIQUE INDEX "micro_products_instrument" ON "micro_products" USING btree ("instrument","seconds");
--> statement-breakpoint
CREATE TRIGGER micro_terms_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "micro_terms"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER micro_windows_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "micro_windows"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER micro_points_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "micro_points"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER micro_funds_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "micro_funds"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Also for sessions that set session_replication_role.
ALTER TABLE "micro_terms" ENABLE ALWAYS TRIGGER micro_terms_append_only;
--> statement-breakpoint
ALTER TABLE "micro_windows" ENABLE ALWAYS TRIGGER micro_windows_append_only;
--> statement-breakpoint
ALTER TABLE "micro_points" ENABLE ALWAYS TRIGGER micro_points_append_only;
--> statement-breakpoint
ALTER TABLE "micro_funds" ENABLE ALWAYS TRIGGER micro_funds_append_only;
--> statement-breakpoint
-- What acceptance fixed never changes, and an order that has ended keeps its result.
CREATE FUNCTION refuse_change_of_fast_contract() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'fast contract % keeps its terms and its result', OLD.id USING ERRCODE = 'integrity_constraint_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER micro_orders_fixed BEFORE UPDATE ON "micro_orders"
  FOR EACH ROW WHEN (
    OLD.state NOT IN ('opening', 'open')
    OR (OLD.owner_id, OLD.product_id, OLD.instrument, OLD.direction, OLD.seconds, OLD.stake, OLD.profit_ppm,
      OLD.loss_ppm, OLD.accepted_at_ms, OLD.token, OLD.receipt, OLD.signature)
      IS DISTINCT FROM (NEW.owner_id, NEW.product_id, NEW.instrument, NEW.direction, NEW.seconds, NEW.stake,
      NEW.profit_ppm, NEW.loss_ppm, NEW.accepted_at_ms, NEW.token, NEW.receipt, NEW.signature)
    OR (OLD.state = 'open' AND (OLD.opened_at_ms, OLD.open_ticks, OLD.expires_at_ms)
      IS DISTINCT FROM (NEW.opened_at_ms, NEW.open_ticks, NEW.expires_at_ms))
  ) EXECUTE FUNCTION refuse_change_of_fast_contract();
--> statement-breakpoint
CREATE TRIGGER micro_orders_kept BEFORE DELETE OR TRUNCATE ON "micro_orders"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Also for sessions that set session_replication_role.
ALTER TABLE "micro_orders" ENABLE ALWAYS TRIGGER micro_orders_fixed;
--> statement-breakpoint
ALTER TABLE "micro_orders" ENABLE ALWAYS TRIGGER micro_orders_kept;
