CREATE TABLE "index_bodies" (
	"instrument" text NOT NULL,
	"minute_ms" bigint NOT NULL,
	"segment" integer NOT NULL,
	"body" "bytea" NOT NULL,
	CONSTRAINT "index_bodies_instrument_minute_ms_segment_pk" PRIMARY KEY("instrument","minute_ms","segment")
);
--> statement-breakpoint
CREATE TABLE "index_minutes" (
	"instrument" text NOT NULL,
	"minute_ms" bigint NOT NULL,
	"segment" integer NOT NULL,
	"hours" text NOT NULL,
	"first_ms" bigint NOT NULL,
	"last_ms" bigint NOT NULL,
	"line_count" smallint NOT NULL,
	"head_before" "bytea" NOT NULL,
	"head" "bytea" NOT NULL,
	"signature" "bytea" NOT NULL,
	CONSTRAINT "index_minutes_instrument_minute_ms_segment_pk" PRIMARY KEY("instrument","minute_ms","segment"),
	CONSTRAINT "index_minutes_times" CHECK ("index_minutes"."first_ms" >= "index_minutes"."minute_ms" and "index_minutes"."last_ms" >= "index_minutes"."first_ms" and "index_minutes"."last_ms" < "index_minutes"."minute_ms" + 60000)
);
--> statement-breakpoint
CREATE TABLE "index_parts" (
	"at_ms" bigint PRIMARY KEY NOT NULL,
	"lines" text NOT NULL
);
--> statement-breakpoint
CREATE TRIGGER index_minutes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "index_minutes"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Also for sessions that set session_replication_role.
ALTER TABLE "index_minutes" ENABLE ALWAYS TRIGGER index_minutes_append_only;
