CREATE TABLE "lifecycle_events" (
	"kind" text NOT NULL,
	"id" bigint NOT NULL,
	"revision" integer NOT NULL,
	"event" jsonb NOT NULL,
	"at_ms" bigint NOT NULL,
	CONSTRAINT "lifecycle_events_kind_id_revision_pk" PRIMARY KEY("kind","id","revision")
);
--> statement-breakpoint
CREATE TABLE "lifecycle_timers" (
	"kind" text NOT NULL,
	"id" bigint NOT NULL,
	"state_id" text NOT NULL,
	"delay_name" text NOT NULL,
	"due_at_ms" bigint NOT NULL,
	CONSTRAINT "lifecycle_timers_kind_id_state_id_delay_name_pk" PRIMARY KEY("kind","id","state_id","delay_name")
);
--> statement-breakpoint
CREATE TABLE "lifecycles" (
	"kind" text NOT NULL,
	"id" bigint NOT NULL,
	"machine_version" integer NOT NULL,
	"revision" integer NOT NULL,
	"snapshot" jsonb NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "lifecycles_kind_id_pk" PRIMARY KEY("kind","id")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"operator_id" integer NOT NULL,
	"action" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"reason" text NOT NULL,
	"details" jsonb NOT NULL,
	"request_id" text NOT NULL,
	"address" text NOT NULL,
	"at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operator_sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"operator_id" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"active_at_ms" bigint NOT NULL,
	"ended_at_ms" bigint,
	"address" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operators" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operators_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"account" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text NOT NULL,
	"google_key" text,
	"pending_google_key" text,
	"google_last_step" bigint,
	"created_at_ms" bigint NOT NULL,
	"disabled_at_ms" bigint,
	CONSTRAINT "operators_account_unique" UNIQUE("account")
);
--> statement-breakpoint
CREATE TABLE "authorization_codes" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"expires_at_ms" bigint NOT NULL,
	CONSTRAINT "authorization_codes_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "collection_methods" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "collection_methods_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"real_name" text NOT NULL,
	"account" text NOT NULL,
	"bank" text,
	"branch" text,
	"nickname" text,
	"qr_picture_id" uuid,
	"updated_at_ms" bigint NOT NULL,
	"removed_at_ms" bigint
);
--> statement-breakpoint
CREATE TABLE "feedback_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "feedback_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"ticket_id" bigint NOT NULL,
	"operator_id" integer,
	"content" text NOT NULL,
	"picture_ids" uuid[] NOT NULL,
	"at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "feedback_tickets" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "feedback_tickets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"state" text NOT NULL,
	"revision" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "kyc_submissions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "kyc_submissions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"id_type" text NOT NULL,
	"name" text NOT NULL,
	"card_id" text NOT NULL,
	"front_picture_id" uuid NOT NULL,
	"reverse_picture_id" uuid NOT NULL,
	"hand_picture_id" uuid NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"reason_text" text,
	"operator_id" integer,
	"submitted_at_ms" bigint NOT NULL,
	"reviewed_at_ms" bigint
);
--> statement-breakpoint
CREATE TABLE "picture_reads" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "picture_reads_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"picture_id" uuid NOT NULL,
	"reader" text NOT NULL,
	"reader_id" integer NOT NULL,
	"at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pictures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"owner_id" integer,
	"ticket_hash" text,
	"expires_at_ms" bigint,
	"content_type" text NOT NULL,
	"byte_count" integer NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	CONSTRAINT "pictures_ticket_hash_unique" UNIQUE("ticket_hash")
);
--> statement-breakpoint
CREATE TABLE "team_members" (
	"member_id" integer PRIMARY KEY NOT NULL,
	"agent_id" integer NOT NULL,
	"added_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_security" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"google_key" text,
	"google_last_step" bigint,
	"pending_google_key" text,
	"pending_expires_at_ms" bigint,
	"withdrawal_hold_until_ms" bigint,
	"withdrawal_hold_reason" text
);
--> statement-breakpoint
CREATE TABLE "chain_blocks" (
	"chain" text NOT NULL,
	"number" bigint NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "chain_blocks_chain_number_pk" PRIMARY KEY("chain","number")
);
--> statement-breakpoint
CREATE TABLE "deposit_addresses" (
	"index" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "deposit_addresses_index_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"currency_id" integer NOT NULL,
	"chain" text NOT NULL,
	"address" text NOT NULL,
	"created_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deposits" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "deposits_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"currency_id" integer NOT NULL,
	"chain" text NOT NULL,
	"address" text NOT NULL,
	"transaction_hash" text NOT NULL,
	"output_index" integer NOT NULL,
	"amount" numeric(38, 0) NOT NULL,
	"block_number" bigint,
	"confirmations" integer NOT NULL,
	"phase" text NOT NULL,
	"shortfall" numeric(38, 0) DEFAULT 0 NOT NULL,
	"revision" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "development_blocks" (
	"number" bigint PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"parent_hash" text NOT NULL,
	"mined_at_ms" bigint NOT NULL,
	CONSTRAINT "development_blocks_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "development_transactions" (
	"hash" text PRIMARY KEY NOT NULL,
	"currency_id" integer NOT NULL,
	"from_address" text NOT NULL,
	"to_address" text NOT NULL,
	"amount" numeric(38, 0) NOT NULL,
	"block_number" bigint,
	"created_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "spot_postings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "spot_postings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"recipe" text NOT NULL,
	"cause_id" text NOT NULL,
	"actor_id" integer NOT NULL,
	"request_id" text NOT NULL,
	"entries" jsonb NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"number" bigint,
	"refused_at_ms" bigint,
	CONSTRAINT "spot_postings_one_end" CHECK ("spot_postings"."number" is null or "spot_postings"."refused_at_ms" is null)
);
--> statement-breakpoint
CREATE TABLE "transfers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "transfers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"currency_id" integer NOT NULL,
	"from_account_type" smallint NOT NULL,
	"to_account_type" smallint NOT NULL,
	"amount" numeric(38, 0) NOT NULL,
	"posting_id" bigint,
	"idempotency_key" text NOT NULL,
	"created_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wallet_coins" (
	"currency_id" integer NOT NULL,
	"chain" text NOT NULL,
	"decimals" smallint NOT NULL,
	"contract_address" text,
	"can_deposit" boolean NOT NULL,
	"can_withdraw" boolean NOT NULL,
	"min_deposit" numeric(38, 0) NOT NULL,
	"min_withdrawal" numeric(38, 0) NOT NULL,
	"withdrawal_fee" numeric(38, 0) NOT NULL,
	CONSTRAINT "wallet_coins_currency_id_chain_pk" PRIMARY KEY("currency_id","chain")
);
--> statement-breakpoint
CREATE TABLE "withdrawal_addresses" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "withdrawal_addresses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"currency_id" integer NOT NULL,
	"chain" text NOT NULL,
	"address" text NOT NULL,
	"label" text NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"removed_at_ms" bigint
);
--> statement-breakpoint
CREATE TABLE "withdrawals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "withdrawals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"currency_id" integer NOT NULL,
	"chain" text NOT NULL,
	"address" text NOT NULL,
	"amount" numeric(38, 0) NOT NULL,
	"fee" numeric(38, 0) NOT NULL,
	"value" numeric(38, 0) NOT NULL,
	"phase" text NOT NULL,
	"raw_transaction" text,
	"transaction_hash" text,
	"confirmations" integer NOT NULL,
	"reason" text,
	"reason_text" text,
	"operator_id" integer,
	"idempotency_key" text NOT NULL,
	"terms" text NOT NULL,
	"request_id" text NOT NULL,
	"revision" integer NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_agent" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "operator_sessions" ADD CONSTRAINT "operator_sessions_operator_id_operators_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authorization_codes" ADD CONSTRAINT "authorization_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_methods" ADD CONSTRAINT "collection_methods_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback_messages" ADD CONSTRAINT "feedback_messages_ticket_id_feedback_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."feedback_tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback_tickets" ADD CONSTRAINT "feedback_tickets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_submissions" ADD CONSTRAINT "kyc_submissions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_agent_id_users_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_security" ADD CONSTRAINT "user_security_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposit_addresses" ADD CONSTRAINT "deposit_addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deposits" ADD CONSTRAINT "deposits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawal_addresses" ADD CONSTRAINT "withdrawal_addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lifecycle_timers_due" ON "lifecycle_timers" USING btree ("due_at_ms");--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject_kind","subject_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_operator" ON "audit_log" USING btree ("operator_id","id");--> statement-breakpoint
CREATE INDEX "collection_methods_user" ON "collection_methods" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "feedback_messages_ticket" ON "feedback_messages" USING btree ("ticket_id","id");--> statement-breakpoint
CREATE INDEX "feedback_tickets_user" ON "feedback_tickets" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "feedback_tickets_state" ON "feedback_tickets" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "kyc_submissions_user" ON "kyc_submissions" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "kyc_submissions_state" ON "kyc_submissions" USING btree ("state","id");--> statement-breakpoint
CREATE UNIQUE INDEX "kyc_submissions_document" ON "kyc_submissions" USING btree ("id_type","card_id") WHERE "kyc_submissions"."state" = 'certified';--> statement-breakpoint
CREATE UNIQUE INDEX "kyc_submissions_open" ON "kyc_submissions" USING btree ("user_id") WHERE "kyc_submissions"."state" <> 'failed';--> statement-breakpoint
CREATE INDEX "picture_reads_picture" ON "picture_reads" USING btree ("picture_id");--> statement-breakpoint
CREATE INDEX "pictures_expiry" ON "pictures" USING btree ("expires_at_ms") WHERE "pictures"."owner_id" is null;--> statement-breakpoint
CREATE INDEX "team_members_agent" ON "team_members" USING btree ("agent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "deposit_addresses_person" ON "deposit_addresses" USING btree ("user_id","currency_id","chain");--> statement-breakpoint
CREATE UNIQUE INDEX "deposit_addresses_address" ON "deposit_addresses" USING btree ("chain","address");--> statement-breakpoint
CREATE UNIQUE INDEX "deposits_output" ON "deposits" USING btree ("chain","transaction_hash","output_index");--> statement-breakpoint
CREATE INDEX "deposits_user" ON "deposits" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "deposits_open" ON "deposits" USING btree ("chain","id") WHERE "deposits"."phase" in ('seen', 'confirming', 'credited', 'reversed');--> statement-breakpoint
CREATE INDEX "development_transactions_block" ON "development_transactions" USING btree ("block_number");--> statement-breakpoint
CREATE UNIQUE INDEX "spot_postings_cause" ON "spot_postings" USING btree ("recipe","cause_id");--> statement-breakpoint
CREATE INDEX "spot_postings_open" ON "spot_postings" USING btree ("id") WHERE "spot_postings"."number" is null and "spot_postings"."refused_at_ms" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "transfers_key" ON "transfers" USING btree ("user_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "transfers_user" ON "transfers" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawal_addresses_bound" ON "withdrawal_addresses" USING btree ("user_id","currency_id","chain","address") WHERE "withdrawal_addresses"."removed_at_ms" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawals_key" ON "withdrawals" USING btree ("user_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "withdrawals_user" ON "withdrawals" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "withdrawals_day" ON "withdrawals" USING btree ("user_id","created_at_ms");--> statement-breakpoint
CREATE INDEX "withdrawals_open" ON "withdrawals" USING btree ("phase","id") WHERE "withdrawals"."phase" not in ('success', 'rejected', 'cancelled', 'refused');