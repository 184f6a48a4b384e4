ALTER TABLE "lever_orders" ADD COLUMN "seen_movement" bigint;--> statement-breakpoint
ALTER TABLE "lever_orders" ADD COLUMN "seen_marks" jsonb;--> statement-breakpoint
-- Earlier stop-outs: the movement before their first close, and the last stored mark of each market that stayed open.
ALTER TABLE "lever_orders" DISABLE TRIGGER lever_orders_ended;--> statement-breakpoint
UPDATE "lever_orders" stop_out SET
  seen_movement = before.movement,
  seen_marks = coalesce((
    SELECT jsonb_agg(DISTINCT jsonb_build_object('marketId', market_id, 'seq', (
      SELECT seq FROM "mark_ticks" mark WHERE mark.market_id = beside.market_id AND mark.taken_at_ms <= stop_out.closed_at_ms
      ORDER BY seq DESC LIMIT 1
    )))
    FROM "lever_orders" beside
    WHERE beside.owner_id = stop_out.owner_id AND beside.opened_at_ms <= stop_out.closed_at_ms
      AND (beside.closed_at_ms IS NULL OR beside.closed_at_ms > stop_out.closed_at_ms)
  ), '[]')
FROM (
  SELECT owner_id, closed_at_ms, seen_equity, seen_margin, min(number) - 1 AS movement
  FROM "ledger_movements" movement
  JOIN "lever_orders" closed ON closed.id::text = movement.cause_id
  WHERE journal = 3 AND recipe = 'lever.closed' AND close_reason = 'stop_out' AND state = 'closed'
  GROUP BY owner_id, closed_at_ms, seen_equity, seen_margin
) before
WHERE stop_out.close_reason = 'stop_out' AND stop_out.state = 'closed'
  AND (stop_out.owner_id, stop_out.closed_at_ms, stop_out.seen_equity, stop_out.seen_margin)
    = (before.owner_id, before.closed_at_ms, before.seen_equity, before.seen_margin);--> statement-breakpoint
ALTER TABLE "lever_orders" ENABLE TRIGGER lever_orders_ended;
