CREATE TABLE "deposit_recoveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "deposit_recoveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"deposit_id" bigint NOT NULL,
	"amount" numeric(38, 0) NOT NULL,
	"posting_id" bigint,
	"is_settled" boolean NOT NULL
);
--> statement-breakpoint
DROP INDEX "deposits_open";--> statement-breakpoint
ALTER TABLE "deposits" ADD COLUMN "block_hash" text;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "hold_posting_id" bigint;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "is_broadcast_due" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "deposit_recoveries" ADD CONSTRAINT "deposit_recoveries_deposit_id_deposits_id_fk" FOREIGN KEY ("deposit_id") REFERENCES "public"."deposits"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "deposit_recoveries_open" ON "deposit_recoveries" USING btree ("deposit_id") WHERE not "deposit_recoveries"."is_settled";--> statement-breakpoint
CREATE INDEX "deposits_block" ON "deposits" USING btree ("chain","block_number") WHERE "deposits"."block_number" is not null and "deposits"."phase" <> 'settled';--> statement-breakpoint
CREATE INDEX "deposits_lien" ON "deposits" USING btree ("user_id") WHERE "deposits"."phase" = 'credited';--> statement-breakpoint
CREATE INDEX "deposits_owed" ON "deposits" USING btree ("user_id","currency_id") WHERE "deposits"."shortfall" > 0;--> statement-breakpoint
CREATE INDEX "deposits_open" ON "deposits" USING btree ("chain","id") WHERE "deposits"."phase" in ('seen', 'confirming', 'credited');