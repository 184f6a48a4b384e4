CREATE TABLE "lever_fundings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lever_fundings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"pool" numeric(38, 0) NOT NULL,
	"insurance" numeric(38, 0) NOT NULL,
	"state" text NOT NULL,
	"asked_by" integer NOT NULL,
	"asked_at_ms" bigint NOT NULL,
	"decided_by" integer,
	"decided_at_ms" bigint,
	CONSTRAINT "lever_fundings_some" CHECK ("lever_fundings"."pool" <> 0 or "lever_fundings"."insurance" <> 0),
	CONSTRAINT "lever_fundings_decided" CHECK (("lever_fundings"."state" = 'waiting') = ("lever_fundings"."decided_by" is null)
        and ("lever_fundings"."decided_by" is null) = ("lever_fundings"."decided_at_ms" is null))
);
--> statement-breakpoint
CREATE INDEX "lever_fundings_decided" ON "lever_fundings" USING btree ("decided_at_ms");