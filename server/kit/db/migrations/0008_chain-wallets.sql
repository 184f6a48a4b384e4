CREATE TABLE "chain_wallets" (
	"chain" text NOT NULL,
	"address" text NOT NULL,
	"next_nonce" bigint NOT NULL,
	CONSTRAINT "chain_wallets_chain_address_pk" PRIMARY KEY("chain","address")
);
--> statement-breakpoint
ALTER TABLE "development_transactions" ADD COLUMN "nonce" bigint;--> statement-breakpoint
CREATE INDEX "development_transactions_to" ON "development_transactions" USING btree ("to_address");--> statement-breakpoint
ALTER TABLE "development_transactions" ADD CONSTRAINT "development_transactions_nonce_unique" UNIQUE("nonce");