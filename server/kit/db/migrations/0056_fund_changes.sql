CREATE TABLE "fund_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "fund_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"fund" text NOT NULL,
	"currency_id" integer NOT NULL,
	"amount" numeric(38, 0) NOT NULL,
	"worth" numeric(38, 0),
	"state" text NOT NULL,
	"asked_by" integer NOT NULL,
	"asked_at_ms" bigint NOT NULL,
	"decided_by" integer,
	"decided_at_ms" bigint,
	CONSTRAINT "fund_changes_some" CHECK ("fund_changes"."amount" <> 0),
	CONSTRAINT "fund_changes_decided" CHECK (("fund_changes"."state" = 'waiting') = ("fund_changes"."decided_by" is null)
        and ("fund_changes"."decided_by" is null) = ("fund_changes"."decided_at_ms" is null)),
	CONSTRAINT "fund_changes_alone" CHECK ("fund_changes"."asked_by" is distinct from "fund_changes"."decided_by" or "fund_changes"."worth" is not null
        or "fund_changes"."state" = 'withdrawn')
);
--> statement-breakpoint
CREATE INDEX "fund_changes_decided" ON "fund_changes" USING btree ("fund","decided_at_ms");