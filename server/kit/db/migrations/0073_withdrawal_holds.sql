-- A hold of withdrawals has no record but its end, which nobody shortens. It is over when its time has come.
CREATE FUNCTION refuse_earlier_end_of_hold() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'the hold of user % does not end earlier', OLD.user_id USING ERRCODE = 'integrity_constraint_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER user_security_held BEFORE UPDATE ON "user_security"
  FOR EACH ROW WHEN (
    OLD.withdrawal_hold_until_ms IS NOT NULL AND coalesce(NEW.withdrawal_hold_until_ms, 0) < OLD.withdrawal_hold_until_ms
    OR OLD.withdrawal_hold_reason IS NOT NULL AND NEW.withdrawal_hold_reason IS NULL
  ) EXECUTE FUNCTION refuse_earlier_end_of_hold();
--> statement-breakpoint
-- A row that is gone would be a hold that is gone.
CREATE TRIGGER user_security_kept BEFORE DELETE OR TRUNCATE ON "user_security"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Also for sessions that set session_replication_role.
ALTER TABLE "user_security" ENABLE ALWAYS TRIGGER user_security_held;
--> statement-breakpoint
ALTER TABLE "user_security" ENABLE ALWAYS TRIGGER user_security_kept;
