CREATE TABLE "chain_halts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "chain_halts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"chain" text NOT NULL,
	"cause" text NOT NULL,
	"detail" text NOT NULL,
	"began_at_ms" bigint NOT NULL,
	"ended_at_ms" bigint,
	"operator_id" integer
);
--> statement-breakpoint
DROP INDEX "deposits_block";--> statement-breakpoint
CREATE UNIQUE INDEX "chain_halts_open" ON "chain_halts" USING btree ("chain","cause") WHERE "chain_halts"."ended_at_ms" is null;--> statement-breakpoint
CREATE INDEX "deposits_block" ON "deposits" USING btree ("chain","block_number") WHERE "deposits"."block_number" is not null;