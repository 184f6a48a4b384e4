-- Open orders are settled after a start, and ended ones are checked, by the lines of signed minutes, see docs/adr/0043. No line
-- changes, and the lines of a day stay. The day ends with the last signed minute, because no line gets older while no server runs.
CREATE FUNCTION refuse_early_removal() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp SET enable_seqscan = off AS $$
BEGIN
  IF EXISTS (
    SELECT FROM removed
    WHERE minute_ms >= (SELECT minute_ms FROM index_minutes ORDER BY segment DESC, minute_ms DESC LIMIT 1) - 86400000
  ) THEN
    RAISE EXCEPTION 'the lines of signed minutes stay for a day' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER index_bodies_kept BEFORE UPDATE OR TRUNCATE ON "index_bodies"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER index_bodies_aged AFTER DELETE ON "index_bodies"
  REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_early_removal();
--> statement-breakpoint
-- Also for sessions that set session_replication_role.
ALTER TABLE "index_bodies" ENABLE ALWAYS TRIGGER index_bodies_kept;
--> statement-breakpoint
ALTER TABLE "index_bodies" ENABLE ALWAYS TRIGGER index_bodies_aged;
