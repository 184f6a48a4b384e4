CREATE TABLE "fiat_ads" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "fiat_ads_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"shop_id" bigint NOT NULL,
	"side" text NOT NULL,
	"currency_id" integer NOT NULL,
	"fiat_code" text NOT NULL,
	"price" numeric(38, 0),
	"price_share_bp" integer,
	"total" numeric(38, 0) NOT NULL,
	"remaining" numeric(38, 0) NOT NULL,
	"in_orders" numeric(38, 0) NOT NULL,
	"sold" numeric(38, 0) NOT NULL,
	"min_amount" numeric(38, 0) NOT NULL,
	"max_amount" numeric(38, 0) NOT NULL,
	"payment_kinds" text[] NOT NULL,
	"collection_method_ids" bigint[] NOT NULL,
	"payment_window_min" smallint NOT NULL,
	"remark" text NOT NULL,
	"auto_open" boolean NOT NULL,
	"state" text NOT NULL,
	"removal" text,
	"removal_text" text,
	"idempotency_key" text NOT NULL,
	"terms" text NOT NULL,
	"revision" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "fiat_ads_price" CHECK (("fiat_ads"."price" is null) <> ("fiat_ads"."price_share_bp" is null)),
	CONSTRAINT "fiat_ads_parts" CHECK ("fiat_ads"."total" = "fiat_ads"."remaining" + "fiat_ads"."in_orders" + "fiat_ads"."sold")
);
--> statement-breakpoint
CREATE TABLE "fiat_claims" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "fiat_claims_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"party" text NOT NULL,
	"reason" text NOT NULL,
	"content" text NOT NULL,
	"picture_ids" uuid[] NOT NULL,
	"at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "fiat_currencies" (
	"code" text PRIMARY KEY NOT NULL,
	"scale" smallint NOT NULL,
	"price_scale" smallint NOT NULL,
	"per_usdt" numeric(20, 8) NOT NULL,
	"position" smallint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "fiat_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "fiat_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"sender_id" integer,
	"operator_id" integer,
	"content" text NOT NULL,
	"picture_id" uuid,
	"client_id" text NOT NULL,
	"at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "fiat_orders" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "fiat_orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"ad_id" bigint NOT NULL,
	"shop_id" bigint NOT NULL,
	"buyer_id" integer NOT NULL,
	"seller_id" integer NOT NULL,
	"currency_id" integer NOT NULL,
	"fiat_code" text NOT NULL,
	"price" numeric(38, 0) NOT NULL,
	"quantity" numeric(38, 0) NOT NULL,
	"amount" numeric(38, 0) NOT NULL,
	"payment_kind" text NOT NULL,
	"payee" jsonb NOT NULL,
	"payment_reference" text NOT NULL,
	"remark" text NOT NULL,
	"state" text NOT NULL,
	"end" text,
	"award_text" text,
	"operator_id" integer,
	"postponements" smallint NOT NULL,
	"is_postponed" boolean NOT NULL,
	"is_overtime" boolean NOT NULL,
	"applicant" text,
	"deadline_at_ms" bigint,
	"is_cancellation" boolean NOT NULL,
	"is_payment_false" boolean NOT NULL,
	"voucher_ids" uuid[] NOT NULL,
	"buyer_seen_id" bigint NOT NULL,
	"seller_seen_id" bigint NOT NULL,
	"taker_id" integer NOT NULL,
	"idempotency_key" text NOT NULL,
	"terms" text NOT NULL,
	"revision" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"paid_at_ms" bigint,
	"ended_at_ms" bigint,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "fiat_orders_parties" CHECK ("fiat_orders"."buyer_id" <> "fiat_orders"."seller_id"),
	CONSTRAINT "fiat_orders_end" CHECK (("fiat_orders"."end" is null) = ("fiat_orders"."state" not in ('completed', 'cancelled')))
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "push_subscriptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"locale" text NOT NULL,
	"created_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "server_beats" (
	"id" smallint PRIMARY KEY NOT NULL,
	"at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shops" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shops_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"is_open" boolean NOT NULL,
	"openings" integer NOT NULL,
	"deposit_currency_id" integer NOT NULL,
	"deposit" numeric(38, 0) NOT NULL,
	"registered_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "fiat_ads" ADD CONSTRAINT "fiat_ads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fiat_ads" ADD CONSTRAINT "fiat_ads_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fiat_ads" ADD CONSTRAINT "fiat_ads_fiat_code_fiat_currencies_code_fk" FOREIGN KEY ("fiat_code") REFERENCES "public"."fiat_currencies"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fiat_claims" ADD CONSTRAINT "fiat_claims_order_id_fiat_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."fiat_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fiat_messages" ADD CONSTRAINT "fiat_messages_order_id_fiat_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."fiat_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fiat_messages" ADD CONSTRAINT "fiat_messages_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fiat_orders" ADD CONSTRAINT "fiat_orders_ad_id_fiat_ads_id_fk" FOREIGN KEY ("ad_id") REFERENCES "public"."fiat_ads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fiat_orders" ADD CONSTRAINT "fiat_orders_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fiat_orders" ADD CONSTRAINT "fiat_orders_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fiat_orders" ADD CONSTRAINT "fiat_orders_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fiat_orders" ADD CONSTRAINT "fiat_orders_taker_id_users_id_fk" FOREIGN KEY ("taker_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shops" ADD CONSTRAINT "shops_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "fiat_ads_key" ON "fiat_ads" USING btree ("user_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "fiat_ads_user" ON "fiat_ads" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "fiat_ads_market" ON "fiat_ads" USING btree ("currency_id","fiat_code","side") WHERE "fiat_ads"."state" = 'opening';--> statement-breakpoint
CREATE INDEX "fiat_claims_order" ON "fiat_claims" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "fiat_messages_order" ON "fiat_messages" USING btree ("order_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "fiat_messages_client" ON "fiat_messages" USING btree ("order_id","sender_id","client_id");--> statement-breakpoint
CREATE UNIQUE INDEX "fiat_orders_key" ON "fiat_orders" USING btree ("taker_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "fiat_orders_buyer" ON "fiat_orders" USING btree ("buyer_id","id");--> statement-breakpoint
CREATE INDEX "fiat_orders_seller" ON "fiat_orders" USING btree ("seller_id","id");--> statement-breakpoint
CREATE INDEX "fiat_orders_shop" ON "fiat_orders" USING btree ("shop_id","id");--> statement-breakpoint
CREATE INDEX "fiat_orders_ad" ON "fiat_orders" USING btree ("ad_id");--> statement-breakpoint
CREATE INDEX "fiat_orders_dispute" ON "fiat_orders" USING btree ("id") WHERE "fiat_orders"."state" = 'rights_protection';--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscriptions_endpoint" ON "push_subscriptions" USING btree ("endpoint");--> statement-breakpoint
CREATE INDEX "push_subscriptions_user" ON "push_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "shops_user" ON "shops" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "shops_name" ON "shops" USING btree ("name_key");