CREATE TABLE "index_witnesses" (
	"url" text PRIMARY KEY NOT NULL,
	"segment" integer NOT NULL,
	"minute_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "index_minutes_signed" ON "index_minutes" USING btree ("segment","minute_ms");