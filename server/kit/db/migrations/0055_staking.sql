CREATE TABLE "staking_dividends" (
	"position_id" bigint NOT NULL,
	"day" integer NOT NULL,
	"amount" numeric(38, 0) NOT NULL,
	"movement_number" bigint NOT NULL,
	"paid_at_ms" bigint NOT NULL,
	CONSTRAINT "staking_dividends_position_id_day_pk" PRIMARY KEY("position_id","day")
);
--> statement-breakpoint
CREATE TABLE "staking_fundings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staking_fundings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"currency_id" integer NOT NULL,
	"amount" numeric(38, 0) NOT NULL,
	"request_id" text NOT NULL,
	"at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staking_positions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staking_positions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"currency_id" integer NOT NULL,
	"amount" numeric(38, 0) NOT NULL,
	"daily_ppb" integer NOT NULL,
	"cycle_days" integer NOT NULL,
	"daily_dividend" numeric(38, 0) NOT NULL,
	"phase" text NOT NULL,
	"paid_days" integer NOT NULL,
	"first_day_ms" bigint NOT NULL,
	"next_dividend_at_ms" bigint,
	"returned" numeric(38, 0),
	"posting_id" bigint,
	"revision" integer NOT NULL,
	"idempotency_key" text NOT NULL,
	"request_id" text NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "staking_positions_paid" CHECK ("staking_positions"."paid_days" between 0 and "staking_positions"."cycle_days")
);
--> statement-breakpoint
CREATE TABLE "staking_products" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staking_products_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"currency_id" integer NOT NULL,
	"cycle_days" integer NOT NULL,
	"daily_ppb" integer NOT NULL,
	"amount_min" numeric(38, 0) NOT NULL,
	"amount_max" numeric(38, 0) NOT NULL,
	"quota" numeric(38, 0) NOT NULL,
	"user_max" numeric(38, 0) NOT NULL,
	"taken" numeric(38, 0) NOT NULL,
	"state" text NOT NULL,
	"revision" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	CONSTRAINT "staking_products_taken" CHECK ("staking_products"."taken" between 0 and "staking_products"."quota" or "staking_products"."state" = 'closed')
);
--> statement-breakpoint
ALTER TABLE "staking_dividends" ADD CONSTRAINT "staking_dividends_position_id_staking_positions_id_fk" FOREIGN KEY ("position_id") REFERENCES "public"."staking_positions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staking_positions" ADD CONSTRAINT "staking_positions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staking_positions" ADD CONSTRAINT "staking_positions_product_id_staking_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."staking_products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "staking_dividends_movement" ON "staking_dividends" USING btree ("movement_number");--> statement-breakpoint
CREATE UNIQUE INDEX "staking_positions_key" ON "staking_positions" USING btree ("user_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "staking_positions_user" ON "staking_positions" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "staking_positions_due" ON "staking_positions" USING btree ("next_dividend_at_ms","id") WHERE "staking_positions"."phase" = 'in_effect';--> statement-breakpoint
CREATE INDEX "staking_positions_requested" ON "staking_positions" USING btree ("id") WHERE "staking_positions"."phase" = 'requested';
--> statement-breakpoint
CREATE TRIGGER staking_dividends_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "staking_dividends"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Also for sessions that set session_replication_role.
ALTER TABLE "staking_dividends" ENABLE ALWAYS TRIGGER staking_dividends_append_only;
--> statement-breakpoint
CREATE TRIGGER staking_fundings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "staking_fundings"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Also for sessions that set session_replication_role.
ALTER TABLE "staking_fundings" ENABLE ALWAYS TRIGGER staking_fundings_append_only;