-- Lines of the index log that no signed minute has yet are signed when they are stored, see docs/adr/0043. A server of the version
-- before stores no more of them: its turn ends here.
UPDATE "spot_writers" SET "epoch" = "epoch" + 1 WHERE "name" = 'index';
--> statement-breakpoint
CREATE TABLE "index_older_parts" (
	"at_ms" bigint PRIMARY KEY NOT NULL,
	"hash" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "index_parts" ADD COLUMN "signature" "bytea";
--> statement-breakpoint
-- Lines that are stored already have no signature. Any other line without one is false.
INSERT INTO "index_older_parts" ("at_ms", "hash")
  SELECT "at_ms", sha256(convert_to("lines", 'UTF8')) FROM "index_parts";
--> statement-breakpoint
CREATE TRIGGER index_older_parts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "index_older_parts"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Also for sessions that set session_replication_role.
ALTER TABLE "index_older_parts" ENABLE ALWAYS TRIGGER index_older_parts_append_only;
--> statement-breakpoint
-- A false minute of one instrument would permit the removal of lines of all others.
CREATE OR REPLACE FUNCTION refuse_unsigned_removal() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp SET enable_seqscan = off AS $$
BEGIN
  IF EXISTS (
    SELECT FROM removed
    CROSS JOIN unnest(string_to_array(lines, chr(10))) line
    WHERE NOT EXISTS (
      SELECT FROM index_minutes
      WHERE instrument = split_part(line, ' ', 2) AND minute_ms = at_ms - at_ms % 60000 AND at_ms BETWEEN first_ms AND last_ms
    )
  ) THEN
    RAISE EXCEPTION 'a line of the index log is not signed' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
