-- A request that passed the gate gets a seal with the secret of the installation, which the role of the server cannot read here, see
-- docs/adr/0048. Nobody can seal the requests from before: this list names those that are still open, and only this migration fills it.
ALTER TABLE "withdrawals" ADD COLUMN "seal" text;
--> statement-breakpoint
CREATE TABLE "withdrawals_before_seals" (
	"withdrawal_id" bigint PRIMARY KEY NOT NULL
);
--> statement-breakpoint
INSERT INTO "withdrawals_before_seals" ("withdrawal_id")
  SELECT "id" FROM "withdrawals" WHERE "phase" NOT IN ('success', 'rejected', 'cancelled', 'refused');
--> statement-breakpoint
CREATE TRIGGER withdrawals_before_seals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "withdrawals_before_seals"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Also for sessions that set session_replication_role.
ALTER TABLE "withdrawals_before_seals" ENABLE ALWAYS TRIGGER withdrawals_before_seals_append_only;
