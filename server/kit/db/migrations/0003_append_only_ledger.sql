-- Nothing that was booked is ever changed or taken away: not by the server, not by hand.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_movements_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_movements"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER spot_deals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "spot_deals"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE SEQUENCE "ledger_general_journal" AS bigint START 1 INCREMENT 1;
