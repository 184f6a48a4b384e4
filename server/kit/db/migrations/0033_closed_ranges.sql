CREATE TABLE "ledger_guards" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_guards_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"place" text NOT NULL,
	"marks" jsonb NOT NULL,
	"at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_range_sums" (
	"range_id" bigint NOT NULL,
	"owner_id" integer NOT NULL,
	"account_type" smallint NOT NULL,
	"currency_id" integer NOT NULL,
	"available" numeric(38, 0) NOT NULL,
	"frozen" numeric(38, 0) NOT NULL,
	"available_total" numeric(38, 0) NOT NULL,
	"frozen_total" numeric(38, 0) NOT NULL,
	"house_posted_total" numeric(38, 0) NOT NULL,
	"transaction_id" bigint DEFAULT pg_current_xact_id()::text::bigint NOT NULL,
	CONSTRAINT "ledger_range_sums_owner_id_account_type_currency_id_range_id_pk" PRIMARY KEY("owner_id","account_type","currency_id","range_id")
);
--> statement-breakpoint
CREATE TABLE "ledger_ranges" (
	"id" bigint PRIMARY KEY NOT NULL,
	"journal" smallint NOT NULL,
	"first_number" bigint NOT NULL,
	"last_number" bigint NOT NULL,
	"movements" bigint NOT NULL,
	"entries" bigint NOT NULL,
	"first_transaction" bigint NOT NULL,
	"last_transaction" bigint NOT NULL,
	"last_deal_id" bigint NOT NULL,
	"last_house_deal_id" bigint NOT NULL,
	"digest" text NOT NULL,
	"sums_digest" text NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL,
	"closed_at_ms" bigint NOT NULL,
	"transaction_id" bigint DEFAULT pg_current_xact_id()::text::bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ledger_movements" ADD COLUMN "transaction_id" bigint DEFAULT pg_current_xact_id()::text::bigint NOT NULL;--> statement-breakpoint
CREATE INDEX "ledger_range_sums_range" ON "ledger_range_sums" USING btree ("range_id");--> statement-breakpoint
CREATE INDEX "ledger_range_sums_transaction" ON "ledger_range_sums" USING brin ("transaction_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_ranges_last" ON "ledger_ranges" USING btree ("journal","last_number");--> statement-breakpoint
CREATE INDEX "ledger_entries_general" ON "ledger_entries" USING btree ("number") WHERE "ledger_entries"."journal" = 1;--> statement-breakpoint
CREATE INDEX "ledger_movements_transaction" ON "ledger_movements" USING brin ("transaction_id") WITH (pages_per_range=32);
--> statement-breakpoint
-- Movements from before get the transaction of their entries, once.
ALTER TABLE "ledger_movements" DISABLE TRIGGER ledger_movements_append_only;
--> statement-breakpoint
UPDATE "ledger_movements" movement SET transaction_id = entry.transaction_id
FROM (SELECT journal, number, max(transaction_id) AS transaction_id FROM "ledger_entries" GROUP BY journal, number) entry
WHERE (entry.journal, entry.number) = (movement.journal, movement.number);
--> statement-breakpoint
-- A row bears the transaction that wrote it. Not valid for older rows, so that a dump can be restored.
ALTER TABLE "ledger_movements" ADD CONSTRAINT "ledger_movements_own_transaction" CHECK (transaction_id = pg_current_xact_id()::text::bigint) NOT VALID;
--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_own_transaction" CHECK (transaction_id = pg_current_xact_id()::text::bigint) NOT VALID;
--> statement-breakpoint
ALTER TABLE "ledger_ranges" ADD CONSTRAINT "ledger_ranges_own_transaction" CHECK (transaction_id = pg_current_xact_id()::text::bigint) NOT VALID;
--> statement-breakpoint
ALTER TABLE "ledger_range_sums" ADD CONSTRAINT "ledger_range_sums_own_transaction" CHECK (transaction_id = pg_current_xact_id()::text::bigint) NOT VALID;
--> statement-breakpoint
CREATE TRIGGER ledger_ranges_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_ranges"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ledger_range_sums_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_range_sums"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ledger_guards_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_guards"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Also for sessions that set session_replication_role.
ALTER TABLE "ledger_movements" ENABLE ALWAYS TRIGGER ledger_movements_append_only;
--> statement-breakpoint
ALTER TABLE "ledger_entries" ENABLE ALWAYS TRIGGER ledger_entries_append_only;
--> statement-breakpoint
ALTER TABLE "ledger_ranges" ENABLE ALWAYS TRIGGER ledger_ranges_append_only;
--> statement-breakpoint
ALTER TABLE "ledger_range_sums" ENABLE ALWAYS TRIGGER ledger_range_sums_append_only;
--> statement-breakpoint
ALTER TABLE "ledger_guards" ENABLE ALWAYS TRIGGER ledger_guards_append_only;
--> statement-breakpoint
ALTER TABLE "spot_deals" ENABLE ALWAYS TRIGGER spot_deals_append_only;
--> statement-breakpoint
ALTER TABLE "spot_deals" ENABLE ALWAYS TRIGGER spot_deals_of_people_append_only;
--> statement-breakpoint
ALTER TABLE "lifecycle_events" ENABLE ALWAYS TRIGGER lifecycle_events_append_only;
--> statement-breakpoint
ALTER TABLE "audit_log" ENABLE ALWAYS TRIGGER audit_log_append_only;
--> statement-breakpoint
ALTER TABLE "picture_reads" ENABLE ALWAYS TRIGGER picture_reads_append_only;
