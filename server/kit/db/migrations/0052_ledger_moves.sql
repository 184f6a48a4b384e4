CREATE TABLE "ledger_moves" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_moves_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"place" text NOT NULL,
	"snapshot" text NOT NULL,
	"ceiling" bigint NOT NULL,
	"last_general" bigint NOT NULL,
	"last_spot" bigint NOT NULL,
	"last_dealing" bigint NOT NULL,
	"at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TRIGGER ledger_moves_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_moves"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Also for sessions that set session_replication_role.
ALTER TABLE "ledger_moves" ENABLE ALWAYS TRIGGER ledger_moves_append_only;
