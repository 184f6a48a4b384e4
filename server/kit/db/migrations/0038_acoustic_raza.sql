CREATE TABLE "chain_reserves" (
	"chain" text NOT NULL,
	"currency_id" integer NOT NULL,
	"reserve" numeric(38, 0) NOT NULL,
	"seen" numeric(38, 0) NOT NULL,
	"fees_open" numeric(38, 0) NOT NULL,
	"is_short" boolean NOT NULL,
	"wallet_used" bigint NOT NULL,
	"block_number" bigint NOT NULL,
	"checked_at_ms" bigint NOT NULL,
	CONSTRAINT "chain_reserves_chain_currency_id_pk" PRIMARY KEY("chain","currency_id")
);
--> statement-breakpoint
CREATE INDEX "deposits_address" ON "deposits" USING btree ("chain","address","currency_id");