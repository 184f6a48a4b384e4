-- The terms of an offering are final since its publication. Payments and tokens are compared with this row, so that a change of it
-- would leave no fault. Its times and figures go on as its machine says. Only a draft becomes a published or a discarded offering.
CREATE FUNCTION refuse_change_of_offering() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'the terms of offering % are final', OLD.id USING ERRCODE = 'integrity_constraint_violation';
END $$;
--> statement-breakpoint
-- An opening that comes late, and an outage, move the end of subscribing.
CREATE TRIGGER ieo_offerings_fixed BEFORE UPDATE ON "ieo_offerings"
  FOR EACH ROW WHEN (
    OLD.phase <> 'draft' AND (
      NEW.phase = 'draft'
      OR OLD.phase IN ('discarded', 'cancelled', 'ended') AND NEW.phase <> OLD.phase
      OR OLD.phase NOT IN ('not_started', 'preheat', 'subscribing') AND NEW.closes_at_ms <> OLD.closes_at_ms
      OR NEW.allocated IS DISTINCT FROM OLD.allocated AND OLD.allocated IS NOT NULL
      OR (OLD.token_currency_id, OLD.pay_currency_id, OLD.issue_price, OLD.step_size, OLD.step_price, OLD.offered, OLD.cap,
        OLD.steps_min, OLD.steps_max, OLD.yield_ppm, OLD.preheat_at_ms, OLD.opens_at_ms, OLD.saved_by, OLD.created_at_ms)
        IS DISTINCT FROM (NEW.token_currency_id, NEW.pay_currency_id, NEW.issue_price, NEW.step_size, NEW.step_price,
        NEW.offered, NEW.cap, NEW.steps_min, NEW.steps_max, NEW.yield_ppm, NEW.preheat_at_ms, NEW.opens_at_ms,
        NEW.saved_by, NEW.created_at_ms)
    )
  ) EXECUTE FUNCTION refuse_change_of_offering();
--> statement-breakpoint
-- Also for sessions that set session_replication_role.
ALTER TABLE "ieo_offerings" ENABLE ALWAYS TRIGGER ieo_offerings_fixed;
