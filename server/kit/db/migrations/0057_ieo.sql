CREATE TABLE "ieo_fundings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ieo_fundings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"currency_id" integer NOT NULL,
	"amount" numeric(38, 0) NOT NULL,
	"request_id" text NOT NULL,
	"at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ieo_offerings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ieo_offerings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"token_currency_id" integer NOT NULL,
	"pay_currency_id" integer NOT NULL,
	"issue_price" numeric(38, 0) NOT NULL,
	"step_size" numeric(38, 0) NOT NULL,
	"step_price" numeric(38, 0) NOT NULL,
	"offered" bigint NOT NULL,
	"cap" bigint NOT NULL,
	"steps_min" bigint NOT NULL,
	"steps_max" bigint NOT NULL,
	"yield_ppm" integer,
	"preheat_at_ms" bigint NOT NULL,
	"opens_at_ms" bigint NOT NULL,
	"closes_at_ms" bigint NOT NULL,
	"phase" text NOT NULL,
	"subscribed" bigint NOT NULL,
	"subscribers" integer NOT NULL,
	"allocated" bigint,
	"saved_by" integer,
	"revision" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "ieo_offerings_terms" CHECK ("ieo_offerings"."step_size" > 0 and "ieo_offerings"."step_price" > 0 and "ieo_offerings"."cap" between 1 and "ieo_offerings"."offered"
        and "ieo_offerings"."steps_min" between 1 and "ieo_offerings"."steps_max" and "ieo_offerings"."token_currency_id" <> "ieo_offerings"."pay_currency_id")
);
--> statement-breakpoint
CREATE TABLE "ieo_payments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ieo_payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"subscription_id" bigint NOT NULL,
	"offering_id" bigint NOT NULL,
	"user_id" integer NOT NULL,
	"steps_before" bigint NOT NULL,
	"steps_after" bigint NOT NULL,
	"amount" numeric(38, 0) NOT NULL,
	"phase" text NOT NULL,
	"posting_id" bigint,
	"idempotency_key" text NOT NULL,
	"request_id" text NOT NULL,
	"at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ieo_publications" (
	"offering_id" bigint NOT NULL,
	"list" text NOT NULL,
	"sha256" text NOT NULL,
	"at_ms" bigint NOT NULL,
	CONSTRAINT "ieo_publications_offering_id_list_pk" PRIMARY KEY("offering_id","list")
);
--> statement-breakpoint
CREATE TABLE "ieo_subscriptions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ieo_subscriptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"offering_id" bigint NOT NULL,
	"user_id" integer NOT NULL,
	"phase" text NOT NULL,
	"steps" bigint NOT NULL,
	"paid" numeric(38, 0) NOT NULL,
	"allocated" bigint,
	"entry" text NOT NULL,
	"salt" text NOT NULL,
	"revision" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "ieo_subscriptions_allocated" CHECK ("ieo_subscriptions"."allocated" between 0 and "ieo_subscriptions"."steps" or "ieo_subscriptions"."allocated" is null)
);
--> statement-breakpoint
ALTER TABLE "ieo_payments" ADD CONSTRAINT "ieo_payments_subscription_id_ieo_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."ieo_subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ieo_payments" ADD CONSTRAINT "ieo_payments_offering_id_ieo_offerings_id_fk" FOREIGN KEY ("offering_id") REFERENCES "public"."ieo_offerings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ieo_payments" ADD CONSTRAINT "ieo_payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ieo_publications" ADD CONSTRAINT "ieo_publications_offering_id_ieo_offerings_id_fk" FOREIGN KEY ("offering_id") REFERENCES "public"."ieo_offerings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ieo_subscriptions" ADD CONSTRAINT "ieo_subscriptions_offering_id_ieo_offerings_id_fk" FOREIGN KEY ("offering_id") REFERENCES "public"."ieo_offerings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ieo_subscriptions" ADD CONSTRAINT "ieo_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ieo_payments_key" ON "ieo_payments" USING btree ("user_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "ieo_payments_subscription" ON "ieo_payments" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "ieo_payments_requested" ON "ieo_payments" USING btree ("id") WHERE "ieo_payments"."phase" = 'requested';--> statement-breakpoint
CREATE UNIQUE INDEX "ieo_subscriptions_once" ON "ieo_subscriptions" USING btree ("offering_id","user_id") WHERE "ieo_subscriptions"."phase" <> 'refused';--> statement-breakpoint
CREATE INDEX "ieo_subscriptions_user" ON "ieo_subscriptions" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "ieo_subscriptions_offering" ON "ieo_subscriptions" USING btree ("offering_id","phase","id");
--> statement-breakpoint
CREATE TRIGGER ieo_fundings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "ieo_fundings"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Also for sessions that set session_replication_role.
ALTER TABLE "ieo_fundings" ENABLE ALWAYS TRIGGER ieo_fundings_append_only;
--> statement-breakpoint
CREATE TRIGGER ieo_publications_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "ieo_publications"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Also for sessions that set session_replication_role.
ALTER TABLE "ieo_publications" ENABLE ALWAYS TRIGGER ieo_publications_append_only;
