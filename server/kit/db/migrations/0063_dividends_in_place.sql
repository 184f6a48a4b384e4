-- A dividend changed its position in four indexes and was checked against it again: half of what it cost.
ALTER TABLE "staking_dividends" DROP CONSTRAINT "staking_dividends_position_id_staking_positions_id_fk";
--> statement-breakpoint
DROP INDEX "staking_positions_due";--> statement-breakpoint
CREATE INDEX "staking_positions_in_effect" ON "staking_positions" USING btree ("id") WHERE "staking_positions"."phase" = 'in_effect';--> statement-breakpoint
-- A statement changes all positions of a page, so that the page needs room for a second row of each.
ALTER TABLE "staking_positions" SET (fillfactor = 50);
