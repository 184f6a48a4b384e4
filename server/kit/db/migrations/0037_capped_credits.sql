CREATE TABLE "small_deposits" (
	"user_id" integer NOT NULL,
	"day_ms" bigint NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "small_deposits_user_id_day_ms_pk" PRIMARY KEY("user_id","day_ms")
);
--> statement-breakpoint
ALTER TABLE "deposit_recoveries" ADD COLUMN "account_type" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "small_deposits" ADD CONSTRAINT "small_deposits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deposits_returned" ON "deposits" USING btree ("chain","id") WHERE "deposits"."phase" = 'reversed' and "deposits"."block_number" is not null;