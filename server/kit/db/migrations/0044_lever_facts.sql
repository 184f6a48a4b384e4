ALTER TABLE "lever_orders" ADD COLUMN "seen_cover" numeric(38, 0);--> statement-breakpoint
ALTER TABLE "lever_terms" ADD COLUMN "status" text;--> statement-breakpoint
ALTER TABLE "lever_terms" ADD COLUMN "ends_at_ms" bigint;--> statement-breakpoint
ALTER TABLE "mark_ticks" ADD COLUMN "taken_at_ms" bigint;--> statement-breakpoint
ALTER TABLE "mark_ticks" ADD COLUMN "agreed_within_ppm" integer;--> statement-breakpoint
-- What older rows did not say: the last version of the terms is the present one, and a mark had the terms of its time.
ALTER TABLE "lever_terms" DISABLE TRIGGER lever_terms_append_only;--> statement-breakpoint
UPDATE "lever_terms" terms SET
  status = CASE WHEN terms.revision = market.revision THEN market.status ELSE 'trading' END,
  ends_at_ms = CASE WHEN terms.revision = market.revision THEN market.ends_at_ms END
FROM "lever_markets" market WHERE market.id = terms.market_id;--> statement-breakpoint
ALTER TABLE "lever_terms" ENABLE ALWAYS TRIGGER lever_terms_append_only;--> statement-breakpoint
ALTER TABLE "mark_ticks" DISABLE TRIGGER mark_ticks_append_only;--> statement-breakpoint
UPDATE "mark_ticks" mark SET taken_at_ms = at_ms, agreed_within_ppm = (
  SELECT spread_ppm + fee_ppm FROM "lever_terms" terms WHERE terms.market_id = mark.market_id
  ORDER BY (terms.at_ms <= mark.at_ms) DESC, CASE WHEN terms.at_ms <= mark.at_ms THEN -revision ELSE revision END LIMIT 1
);--> statement-breakpoint
ALTER TABLE "mark_ticks" ENABLE ALWAYS TRIGGER mark_ticks_append_only;--> statement-breakpoint
ALTER TABLE "lever_terms" ALTER COLUMN "status" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "mark_ticks" ALTER COLUMN "taken_at_ms" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "mark_ticks" ALTER COLUMN "agreed_within_ppm" SET NOT NULL;
