-- A posting that was booked or refused never opens again, because the sweep would book it a second time, see docs/adr/0005.
-- A writer sets its end only, and no statement of the exchange sets another column or removes a posting.
CREATE INDEX "ledger_movements_posted" ON "ledger_movements" USING btree ("recipe","cause_id") WHERE journal > 1 and recipe <> all (array[
  'seed.grant', 'spot.order_placed', 'spot.deal', 'spot.order_ended', 'spot.house_posted'])
  and recipe not like 'lever.%' and recipe not like 'micro.%';
--> statement-breakpoint
CREATE FUNCTION refuse_change_of_ended_posting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'posting % of % has ended', OLD.id, TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER spot_postings_ended BEFORE UPDATE ON "spot_postings"
  FOR EACH ROW WHEN (OLD.number IS NOT NULL OR OLD.refused_at_ms IS NOT NULL) EXECUTE FUNCTION refuse_change_of_ended_posting();
--> statement-breakpoint
CREATE TRIGGER spot_postings_kept
  BEFORE UPDATE OF id, recipe, cause_id, actor_id, request_id, entries, created_at_ms, waits_for OR DELETE OR TRUNCATE ON "spot_postings"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER dealing_postings_ended BEFORE UPDATE ON "dealing_postings"
  FOR EACH ROW WHEN (OLD.number IS NOT NULL OR OLD.refused_at_ms IS NOT NULL) EXECUTE FUNCTION refuse_change_of_ended_posting();
--> statement-breakpoint
CREATE TRIGGER dealing_postings_kept
  BEFORE UPDATE OF id, recipe, cause_id, actor_id, request_id, entries, created_at_ms, waits_for OR DELETE OR TRUNCATE ON "dealing_postings"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Also for sessions that set session_replication_role.
ALTER TABLE "spot_postings" ENABLE ALWAYS TRIGGER spot_postings_ended;
--> statement-breakpoint
ALTER TABLE "spot_postings" ENABLE ALWAYS TRIGGER spot_postings_kept;
--> statement-breakpoint
ALTER TABLE "dealing_postings" ENABLE ALWAYS TRIGGER dealing_postings_ended;
--> statement-breakpoint
ALTER TABLE "dealing_postings" ENABLE ALWAYS TRIGGER dealing_postings_kept;
