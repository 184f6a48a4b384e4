-- The exchange removes none of these records. A deposit that is gone would be credited again when its block is read again,
-- see docs/adr/0024.
CREATE TRIGGER deposits_kept BEFORE DELETE OR TRUNCATE ON "deposits"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER deposit_addresses_kept BEFORE DELETE OR TRUNCATE ON "deposit_addresses"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER withdrawals_kept BEFORE DELETE OR TRUNCATE ON "withdrawals"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER withdrawal_addresses_kept BEFORE DELETE OR TRUNCATE ON "withdrawal_addresses"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER lifecycles_kept BEFORE DELETE OR TRUNCATE ON "lifecycles"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER fiat_orders_kept BEFORE DELETE OR TRUNCATE ON "fiat_orders"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER fiat_ads_kept BEFORE DELETE OR TRUNCATE ON "fiat_ads"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER shops_kept BEFORE DELETE OR TRUNCATE ON "shops"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER staking_products_kept BEFORE DELETE OR TRUNCATE ON "staking_products"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER staking_positions_kept BEFORE DELETE OR TRUNCATE ON "staking_positions"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ieo_offerings_kept BEFORE DELETE OR TRUNCATE ON "ieo_offerings"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ieo_subscriptions_kept BEFORE DELETE OR TRUNCATE ON "ieo_subscriptions"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ieo_payments_kept BEFORE DELETE OR TRUNCATE ON "ieo_payments"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER fund_changes_kept BEFORE DELETE OR TRUNCATE ON "fund_changes"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER lever_fundings_kept BEFORE DELETE OR TRUNCATE ON "lever_fundings"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- A transfer leaves only after its money was refused.
CREATE FUNCTION refuse_removal_of_transfer() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM spot_postings WHERE id = OLD.posting_id AND refused_at_ms IS NOT NULL)
    OR EXISTS (SELECT FROM dealing_postings WHERE id = OLD.dealing_posting_id AND refused_at_ms IS NOT NULL)
  THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'transfer % was not refused', OLD.id USING ERRCODE = 'integrity_constraint_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER transfers_kept BEFORE DELETE ON "transfers"
  FOR EACH ROW EXECUTE FUNCTION refuse_removal_of_transfer();
--> statement-breakpoint
-- A recovery leaves only in the transaction that has inserted it, when the account does not cover it.
CREATE FUNCTION refuse_removal_of_recovery() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF OLD.posting_id IS NULL AND NOT EXISTS (
    SELECT FROM ledger_movements
    WHERE journal = 1 AND recipe = 'deposit.collected' AND cause_id = OLD.id::text
  ) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'recovery % was booked', OLD.id USING ERRCODE = 'integrity_constraint_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER deposit_recoveries_kept BEFORE DELETE ON "deposit_recoveries"
  FOR EACH ROW EXECUTE FUNCTION refuse_removal_of_recovery();
--> statement-breakpoint
-- Only orders of the exchange leave. Those of users stay with their trades.
CREATE TRIGGER spot_orders_kept BEFORE DELETE ON "spot_orders"
  FOR EACH ROW WHEN (OLD.owner_id > 0) EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER transfers_not_emptied BEFORE TRUNCATE ON "transfers"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER deposit_recoveries_not_emptied BEFORE TRUNCATE ON "deposit_recoveries"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER spot_orders_not_emptied BEFORE TRUNCATE ON "spot_orders"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Also for sessions that set session_replication_role.
ALTER TABLE "deposits" ENABLE ALWAYS TRIGGER deposits_kept;
--> statement-breakpoint
ALTER TABLE "deposit_addresses" ENABLE ALWAYS TRIGGER deposit_addresses_kept;
--> statement-breakpoint
ALTER TABLE "withdrawals" ENABLE ALWAYS TRIGGER withdrawals_kept;
--> statement-breakpoint
ALTER TABLE "withdrawal_addresses" ENABLE ALWAYS TRIGGER withdrawal_addresses_kept;
--> statement-breakpoint
ALTER TABLE "lifecycles" ENABLE ALWAYS TRIGGER lifecycles_kept;
--> statement-breakpoint
ALTER TABLE "fiat_orders" ENABLE ALWAYS TRIGGER fiat_orders_kept;
--> statement-breakpoint
ALTER TABLE "fiat_ads" ENABLE ALWAYS TRIGGER fiat_ads_kept;
--> statement-breakpoint
ALTER TABLE "shops" ENABLE ALWAYS TRIGGER shops_kept;
--> statement-breakpoint
ALTER TABLE "staking_products" ENABLE ALWAYS TRIGGER staking_products_kept;
--> statement-breakpoint
ALTER TABLE "staking_positions" ENABLE ALWAYS TRIGGER staking_positions_kept;
--> statement-breakpoint
ALTER TABLE "ieo_offerings" ENABLE ALWAYS TRIGGER ieo_offerings_kept;
--> statement-breakpoint
ALTER TABLE "ieo_subscriptions" ENABLE ALWAYS TRIGGER ieo_subscriptions_kept;
--> statement-breakpoint
ALTER TABLE "ieo_payments" ENABLE ALWAYS TRIGGER ieo_payments_kept;
--> statement-breakpoint
ALTER TABLE "fund_changes" ENABLE ALWAYS TRIGGER fund_changes_kept;
--> statement-breakpoint
ALTER TABLE "lever_fundings" ENABLE ALWAYS TRIGGER lever_fundings_kept;
--> statement-breakpoint
ALTER TABLE "transfers" ENABLE ALWAYS TRIGGER transfers_kept;
--> statement-breakpoint
ALTER TABLE "transfers" ENABLE ALWAYS TRIGGER transfers_not_emptied;
--> statement-breakpoint
ALTER TABLE "deposit_recoveries" ENABLE ALWAYS TRIGGER deposit_recoveries_kept;
--> statement-breakpoint
ALTER TABLE "deposit_recoveries" ENABLE ALWAYS TRIGGER deposit_recoveries_not_emptied;
--> statement-breakpoint
ALTER TABLE "spot_orders" ENABLE ALWAYS TRIGGER spot_orders_kept;
--> statement-breakpoint
ALTER TABLE "spot_orders" ENABLE ALWAYS TRIGGER spot_orders_not_emptied;
--> statement-breakpoint
ALTER TABLE "lever_orders" ENABLE ALWAYS TRIGGER lever_orders_kept;
--> statement-breakpoint
ALTER TABLE "lever_orders" ENABLE ALWAYS TRIGGER lever_orders_ended;
