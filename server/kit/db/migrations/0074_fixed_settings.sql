-- The exchange stores its keys, its seed of chains, and the total of granted money once. A larger total would allow new money in a
-- demo exchange. Operators set links alone, see contract/content/content.ts.
CREATE FUNCTION refuse_change_of_setting() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'the setting % is stored once', OLD.key USING ERRCODE = 'integrity_constraint_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER settings_fixed BEFORE UPDATE ON "settings"
  FOR EACH ROW WHEN (OLD.key NOT IN ('app_download_url', 'service_url') OR NEW.key <> OLD.key)
  EXECUTE FUNCTION refuse_change_of_setting();
--> statement-breakpoint
-- Fees and limits of a coin, and an opening of it, are those of the last act of an operator. A stop needs no act.
CREATE FUNCTION refuse_coin_terms_without_act() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  act jsonb;
BEGIN
  SELECT details INTO act FROM audit_log
  WHERE subject_kind = 'wallet_coin' AND subject_id = NEW.currency_id || ':' || NEW.chain AND action = 'wallet_coin.save'
  ORDER BY id DESC LIMIT 1;
  IF EXISTS (
    SELECT FROM (VALUES
      ('minDeposit', OLD.min_deposit::text, NEW.min_deposit::text),
      ('minWithdrawal', OLD.min_withdrawal::text, NEW.min_withdrawal::text),
      ('withdrawalFee', OLD.withdrawal_fee::text, NEW.withdrawal_fee::text),
      ('canDeposit', (OLD.can_deposit OR NOT NEW.can_deposit)::text, 'true'),
      ('canWithdraw', (OLD.can_withdraw OR NOT NEW.can_withdraw)::text, 'true')
    ) term (name, before, after)
    WHERE before <> after AND act ->> name IS DISTINCT FROM before || ' → ' || after
  ) THEN
    RAISE EXCEPTION 'no operator has chosen the terms of coin % on %', NEW.currency_id, NEW.chain
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- At the end of the transaction, because the act may follow the change.
CREATE CONSTRAINT TRIGGER wallet_coins_acted AFTER UPDATE ON "wallet_coins" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (
    (OLD.min_deposit, OLD.min_withdrawal, OLD.withdrawal_fee) IS DISTINCT FROM (NEW.min_deposit, NEW.min_withdrawal, NEW.withdrawal_fee)
    OR NEW.can_deposit AND NOT OLD.can_deposit OR NEW.can_withdraw AND NOT OLD.can_withdraw
  ) EXECUTE FUNCTION refuse_coin_terms_without_act();
--> statement-breakpoint
-- Also for sessions that set session_replication_role.
ALTER TABLE "settings" ENABLE ALWAYS TRIGGER settings_fixed;
--> statement-breakpoint
ALTER TABLE "wallet_coins" ENABLE ALWAYS TRIGGER wallet_coins_acted;
