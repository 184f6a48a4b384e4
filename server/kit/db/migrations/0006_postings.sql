ALTER TABLE "ledger_accounts" DROP CONSTRAINT "ledger_accounts_not_negative";--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "movement_number" bigint;--> statement-breakpoint
CREATE UNIQUE INDEX "spot_postings_number" ON "spot_postings" USING btree ("number");--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_not_negative" CHECK ("ledger_accounts"."account_type" in (100, 103) or ("ledger_accounts"."available" >= 0 and "ledger_accounts"."frozen" >= 0));--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_booked" CHECK ("transfers"."posting_id" is not null or "transfers"."movement_number" is not null);