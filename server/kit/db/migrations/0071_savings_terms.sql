-- The database itself keeps each version of the terms of savings, so that no UPDATE of a product is without a trace. The server's
-- role may add none. A server of the version before goes on: its statements fire the triggers.
CREATE TABLE "staking_terms" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staking_terms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"product_id" integer NOT NULL,
	"currency_id" integer NOT NULL,
	"cycle_days" integer NOT NULL,
	"daily_ppb" integer NOT NULL,
	"amount_min" numeric(38, 0) NOT NULL,
	"amount_max" numeric(38, 0) NOT NULL,
	"quota" numeric(38, 0) NOT NULL,
	"user_max" numeric(38, 0) NOT NULL,
	"older_acts" integer,
	"at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "staking_terms_product" ON "staking_terms" USING btree ("product_id","id");
--> statement-breakpoint
-- Positions have a copy of their terms. Limits of their time are not known, so these are what they hold.
INSERT INTO "staking_terms" ("product_id", "currency_id", "cycle_days", "daily_ppb", "amount_min", "amount_max", "quota", "user_max",
    "older_acts", "at_ms")
  SELECT "product_id", "currency_id", "cycle_days", "daily_ppb", min("amount"), max("amount"), sum("amount"), sum("amount"),
    0, min("created_at_ms")
  FROM "staking_positions"
  GROUP BY "product_id", "currency_id", "cycle_days", "daily_ppb"
  ORDER BY min("id");
--> statement-breakpoint
-- The present terms come last.
INSERT INTO "staking_terms" ("product_id", "currency_id", "cycle_days", "daily_ppb", "amount_min", "amount_max", "quota", "user_max",
    "older_acts", "at_ms")
  SELECT "id", "currency_id", "cycle_days", "daily_ppb", "amount_min", "amount_max", "quota", "user_max",
    (SELECT count(*) FROM "audit_log"
     WHERE "subject_kind" = 'staking_product' AND "subject_id" = "staking_products"."id"::text
       AND "action" = 'staking_product.save_terms'
       AND EXISTS (SELECT FROM "operators" WHERE "operators"."id" = "operator_id")),
    (extract(epoch FROM now()) * 1000)::bigint
  FROM "staking_products" ORDER BY "id";
--> statement-breakpoint
CREATE TRIGGER staking_terms_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "staking_terms"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE FUNCTION keep_staking_terms() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO staking_terms (product_id, currency_id, cycle_days, daily_ppb, amount_min, amount_max, quota, user_max, at_ms)
  VALUES (NEW.id, NEW.currency_id, NEW.cycle_days, NEW.daily_ppb, NEW.amount_min, NEW.amount_max, NEW.quota, NEW.user_max,
    (extract(epoch FROM now()) * 1000)::bigint);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER staking_products_added AFTER INSERT ON "staking_products"
  FOR EACH ROW EXECUTE FUNCTION keep_staking_terms();
--> statement-breakpoint
CREATE TRIGGER staking_products_changed AFTER UPDATE ON "staking_products"
  FOR EACH ROW WHEN ((OLD.id, OLD.currency_id, OLD.cycle_days, OLD.daily_ppb, OLD.amount_min, OLD.amount_max, OLD.quota, OLD.user_max)
    IS DISTINCT FROM (NEW.id, NEW.currency_id, NEW.cycle_days, NEW.daily_ppb, NEW.amount_min, NEW.amount_max, NEW.quota, NEW.user_max))
  EXECUTE FUNCTION keep_staking_terms();
--> statement-breakpoint
-- A subscription has the product locked, so that its terms are in force.
CREATE FUNCTION refuse_position_of_other_terms() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM staking_products product
    WHERE id = NEW.product_id AND (product.currency_id, product.cycle_days, product.daily_ppb)
      = (NEW.currency_id, NEW.cycle_days, NEW.daily_ppb)
  ) THEN
    RAISE EXCEPTION 'product % does not offer the terms of the position', NEW.product_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER staking_positions_offered AFTER INSERT ON "staking_positions"
  FOR EACH ROW EXECUTE FUNCTION refuse_position_of_other_terms();
--> statement-breakpoint
-- Also for sessions that set session_replication_role.
ALTER TABLE "staking_terms" ENABLE ALWAYS TRIGGER staking_terms_append_only;
--> statement-breakpoint
ALTER TABLE "staking_products" ENABLE ALWAYS TRIGGER staking_products_added;
--> statement-breakpoint
ALTER TABLE "staking_products" ENABLE ALWAYS TRIGGER staking_products_changed;
--> statement-breakpoint
ALTER TABLE "staking_positions" ENABLE ALWAYS TRIGGER staking_positions_offered;
