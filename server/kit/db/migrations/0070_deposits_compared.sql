-- The server compares each deposit with its chain before it counts, over a connection of the owner, see docs/adr/0024.
CREATE TABLE "deposit_proofs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "deposit_proofs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"deposit_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"user_id" integer NOT NULL,
	"currency_id" integer NOT NULL,
	"chain" text NOT NULL,
	"address" text NOT NULL,
	"transaction_hash" text NOT NULL,
	"output_index" integer NOT NULL,
	"amount" numeric(38, 0) NOT NULL,
	"block_number" bigint NOT NULL,
	"block_hash" text NOT NULL,
	"reason" text NOT NULL,
	"at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "deposit_proofs_once" ON "deposit_proofs" USING btree ("deposit_id","kind","block_hash");
--> statement-breakpoint
CREATE INDEX "deposit_proofs_output" ON "deposit_proofs" USING btree ("chain","transaction_hash","output_index");
--> statement-breakpoint
CREATE INDEX "deposit_proofs_refuted" ON "deposit_proofs" USING btree ("deposit_id") WHERE "deposit_proofs"."kind" = 'refuted';
--> statement-breakpoint
CREATE INDEX "deposit_proofs_taken_over" ON "deposit_proofs" USING btree ("chain","deposit_id") WHERE "deposit_proofs"."kind" = 'taken_over';
--> statement-breakpoint
-- Deposits that count already are compared in turn afterwards. Any other one that counts and was not compared is a fault.
INSERT INTO "deposit_proofs" ("deposit_id", "kind", "user_id", "currency_id", "chain", "address", "transaction_hash",
    "output_index", "amount", "block_number", "block_hash", "reason", "at_ms")
  SELECT "id", 'taken_over', "user_id", "currency_id", "chain", "address", "transaction_hash", "output_index", "amount",
    "block_number", "block_hash", '', "updated_at_ms"
  FROM "deposits"
  WHERE "phase" IN ('credited', 'settled') AND "block_number" IS NOT NULL AND "block_hash" IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER deposit_proofs_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "deposit_proofs"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- The owner of an address never changes: a payment to it would be credited to another user.
CREATE TRIGGER deposit_addresses_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "deposit_addresses"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Also for sessions that set session_replication_role.
ALTER TABLE "deposit_proofs" ENABLE ALWAYS TRIGGER deposit_proofs_append_only;
--> statement-breakpoint
ALTER TABLE "deposit_addresses" ENABLE ALWAYS TRIGGER deposit_addresses_append_only;
