DROP INDEX "lifecycle_timers_due";--> statement-breakpoint
CREATE INDEX "lifecycle_timers_due" ON "lifecycle_timers" USING btree ("kind","due_at_ms");