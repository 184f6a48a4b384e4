CREATE TABLE "spot_removed_deals" (
	"owner_id" integer NOT NULL,
	"account_type" smallint NOT NULL,
	"currency_id" integer NOT NULL,
	"amount" numeric(38, 0) NOT NULL,
	CONSTRAINT "spot_removed_deals_owner_id_account_type_currency_id_pk" PRIMARY KEY("owner_id","account_type","currency_id")
);
--> statement-breakpoint
ALTER TABLE "ledger_verifications" ADD COLUMN "last_deal_id" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "spot_deals_house" ON "spot_deals" USING btree ("id") WHERE "spot_deals"."taker_owner_id" <= 0 and "spot_deals"."maker_owner_id" <= 0;
--> statement-breakpoint
DROP TRIGGER spot_deals_append_only ON "spot_deals";--> statement-breakpoint
CREATE TRIGGER spot_deals_append_only BEFORE UPDATE OR TRUNCATE ON "spot_deals"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- A deal in which a person has a part is never removed; of the house alone, what it came to is kept beside.
CREATE TRIGGER spot_deals_of_people_append_only BEFORE DELETE ON "spot_deals"
  FOR EACH ROW WHEN (OLD.taker_owner_id > 0 OR OLD.maker_owner_id > 0) EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE "spot_deals" SET (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0.01);
