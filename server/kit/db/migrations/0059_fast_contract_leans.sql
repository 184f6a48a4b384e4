-- The figures are counted again from all orders.
DELETE FROM "micro_days";--> statement-breakpoint
DELETE FROM "micro_counts";--> statement-breakpoint
ALTER TABLE "micro_days" ADD COLUMN "lean_minutes" bigint NOT NULL;--> statement-breakpoint
ALTER TABLE "micro_days" ADD COLUMN "skew_move" numeric(38, 0) NOT NULL;--> statement-breakpoint
ALTER TABLE "micro_days" ADD COLUMN "skew_squared" numeric(38, 0) NOT NULL;--> statement-breakpoint
ALTER TABLE "micro_days" ADD COLUMN "move_squared" numeric(38, 0) NOT NULL;--> statement-breakpoint
ALTER TABLE "micro_days" ADD COLUMN "minute_squared" numeric(38, 0) NOT NULL;