ALTER TABLE "micro_orders" DROP CONSTRAINT "micro_orders_opened";--> statement-breakpoint
ALTER TABLE "micro_orders" ADD CONSTRAINT "micro_orders_opened" CHECK (num_nonnulls("micro_orders"."opened_at_ms", "micro_orders"."open_ticks", "micro_orders"."expires_at_ms") = case
        when "micro_orders"."state" = 'opening' or "micro_orders"."state" = 'voided' and "micro_orders"."opened_at_ms" is null then 0 else 3 end);--> statement-breakpoint
-- PostgreSQL itself refuses a result that does not follow from the index log, see docs/adr/0043. Functions find the tables of the
-- exchange first, so that no temporary table of a session replaces one. Plans stay with indexes, whatever the size of a table was
-- when they were made. The rules are those of contract/figures/price-agreement.ts, micro-settlement.ts and micro-amount.ts.
CREATE FUNCTION middle_price(prices bigint[]) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN twice % 2 = 1 AND twice / 2 % 2 = 1 THEN twice / 2 + 1 ELSE twice / 2 END
  FROM (SELECT prices[(cardinality(prices) + 1) / 2] + prices[cardinality(prices) / 2 + 1] AS twice) middle
$$;
--> statement-breakpoint
-- The index of a line in ticks, null for a gap; the price on which its sources agree, null for none; and whether they may open a contract.
CREATE FUNCTION read_index_line(line text, OUT ticks bigint, OUT agreed bigint, OUT is_close boolean)
  LANGUAGE plpgsql IMMUTABLE SET search_path = public, pg_temp AS $$
DECLARE
  fresh bigint[];
  kept bigint[];
  middle bigint;
  lowest bigint;
  highest bigint;
BEGIN
  IF split_part(line, ' ', 4) ~ '^[1-9][0-9]{0,15}$' THEN ticks := split_part(line, ' ', 4)::bigint; END IF;
  SELECT array_agg(split_part(source, ':', 2)::bigint ORDER BY split_part(source, ':', 2)::bigint) INTO fresh
  FROM unnest((string_to_array(line, ' '))[5:]) source
  WHERE split_part(source, ':', 3)::bigint BETWEEN -1000 AND 2000;
  middle := middle_price(fresh);
  SELECT array_agg(price ORDER BY price), min(price), max(price) INTO kept, lowest, highest
  FROM unnest(fresh) price
  WHERE 20 * abs(price - middle) <= middle;
  IF cardinality(kept) > 2 OR cardinality(kept) = 2 AND 200 * (highest - lowest) <= lowest THEN
    agreed := middle_price(kept);
  END IF;
  is_close := ticks IS NOT NULL AND coalesce((highest - lowest) * 1000000 <= lowest * 300, false);
END $$;
--> statement-breakpoint
-- Whether the index log has a point of the instrument at that time.
CREATE FUNCTION has_index_point(name text, time_ms bigint) RETURNS boolean
  LANGUAGE sql STABLE SET search_path = public, pg_temp SET enable_seqscan = off AS $$
  SELECT EXISTS (
    SELECT FROM index_parts WHERE at_ms = time_ms AND strpos(lines, 'meridian-index/1 ' || name || ' ') > 0
  ) OR EXISTS (
    SELECT FROM index_minutes
    WHERE instrument = name AND minute_ms = time_ms - time_ms % 60000 AND time_ms BETWEEN first_ms AND last_ms
  )
$$;
--> statement-breakpoint
-- Whether the index log of the instrument has passed that time, or has a point at it.
CREATE FUNCTION has_index_reached(name text, time_ms bigint) RETURNS boolean
  LANGUAGE sql STABLE SET search_path = public, pg_temp SET enable_seqscan = off AS $$
  SELECT EXISTS (
    SELECT FROM index_parts WHERE at_ms >= time_ms AND strpos(lines, 'meridian-index/1 ' || name || ' ') > 0
  ) OR EXISTS (
    SELECT FROM index_minutes
    WHERE instrument = name AND minute_ms >= time_ms - time_ms % 60000 AND last_ms >= time_ms
  )
$$;
--> statement-breakpoint
-- Whether points of the log that no signed minute has yet could have opened a contract in that time; its ends are not included.
CREATE FUNCTION has_opening_point(name text, after_ms bigint, before_ms bigint) RETURNS boolean
  LANGUAGE sql STABLE SET search_path = public, pg_temp SET enable_seqscan = off AS $$
  SELECT EXISTS (
    SELECT FROM index_parts
    CROSS JOIN unnest(string_to_array(lines, chr(10))) line
    WHERE at_ms > after_ms AND at_ms < before_ms AND starts_with(line, 'meridian-index/1 ' || name || ' ')
      AND (read_index_line(line)).is_close
  )
$$;
--> statement-breakpoint
-- A point is a line of the log, or of a minute whose lines are compressed; its price is that of its sources, and the chain goes on.
CREATE FUNCTION refuse_false_index_point() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp SET enable_seqscan = off AS $$
DECLARE
  said record;
BEGIN
  said := read_index_line(NEW.line);
  IF NOT starts_with(NEW.line, 'meridian-index/1 ' || NEW.instrument || ' ' || NEW.at_ms || ' ')
    OR NEW.at_ms % 250 <> 0 OR said.ticks <> coalesce(said.agreed, 0)
    OR NOT has_index_point(NEW.instrument, NEW.at_ms)
    OR EXISTS (
      SELECT FROM index_parts
      WHERE at_ms = NEW.at_ms
        AND strpos(chr(10) || lines || chr(10), chr(10) || NEW.line || chr(10)) = 0
    )
    OR EXISTS (
      SELECT FROM index_minutes
      WHERE instrument = NEW.instrument AND minute_ms = NEW.at_ms - NEW.at_ms % 60000 AND last_ms = NEW.at_ms
        AND encode(head, 'hex') <> NEW.head
    )
    OR EXISTS (
      SELECT FROM micro_points former
      JOIN micro_points later ON later.instrument = former.instrument AND later.at_ms = former.at_ms + 250
      WHERE former.instrument = NEW.instrument AND former.at_ms IN (NEW.at_ms - 250, NEW.at_ms)
        AND encode(sha256(convert_to(former.head || chr(10) || later.line, 'UTF8')), 'hex') <> later.head
        -- Another line may come between when a segment begins.
        AND NOT EXISTS (
          SELECT FROM index_minutes WHERE instrument = later.instrument AND first_ms = later.at_ms
            AND minute_ms = later.at_ms - later.at_ms % 60000
        )
        AND NOT EXISTS (
          SELECT FROM index_parts WHERE at_ms = later.at_ms AND strpos(lines, 'meridian-index-segment/1 ') > 0
        )
    )
  THEN
    RAISE EXCEPTION 'the point % of % does not follow from the index log', NEW.at_ms, NEW.instrument
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A window is over, has every point that the log has, and nothing else.
CREATE FUNCTION refuse_false_window() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp SET enable_seqscan = off AS $$
DECLARE
  total numeric;
  found_count bigint;
BEGIN
  SELECT coalesce(sum(price), 0), count(price) INTO total, found_count
  FROM micro_points
  CROSS JOIN LATERAL (
    SELECT CASE WHEN split_part(line, ' ', 4) ~ '^[1-9]' THEN split_part(line, ' ', 4)::bigint END AS price
  ) said
  WHERE instrument = NEW.instrument
    AND at_ms > NEW.expires_at_ms - 3000 AND at_ms <= NEW.expires_at_ms;
  IF (NEW.sum, NEW.count) IS DISTINCT FROM (total, found_count) OR NEW.expires_at_ms % 250 <> 0
    OR NOT has_index_reached(NEW.instrument, NEW.expires_at_ms)
    OR EXISTS (
      SELECT FROM generate_series(NEW.expires_at_ms - 2750, NEW.expires_at_ms, 250) time_ms
      WHERE NOT EXISTS (SELECT FROM micro_points WHERE instrument = NEW.instrument AND at_ms = time_ms)
        AND has_index_point(NEW.instrument, time_ms)
    )
  THEN
    RAISE EXCEPTION 'the window % of % is not that of the index log', NEW.expires_at_ms, NEW.instrument
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- An order opens at the first point that may open it, and ends as its window says; without an opening price it is void.
-- The orders of `opened` have opened if they have a time of it, and those of `ended` have ended. No other condition finds rows: the
-- index of it would be chosen by old statistics.
CREATE FUNCTION refuse_false_results(opened bigint[], ended bigint[]) RETURNS void
  LANGUAGE plpgsql SET search_path = public, pg_temp
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  refused bigint;
BEGIN
  -- Each point is read once, however many orders open at it.
  WITH moment AS MATERIALIZED (
    SELECT opening.*, said.*
    FROM (
      SELECT DISTINCT instrument, opened_at_ms FROM micro_orders WHERE id = ANY (opened) AND opened_at_ms IS NOT NULL
    ) opening
    LEFT JOIN micro_points point ON point.instrument = opening.instrument AND at_ms = opened_at_ms
    CROSS JOIN LATERAL read_index_line(line) said
  )
  SELECT id INTO refused
  FROM micro_orders placed
  LEFT JOIN moment USING (instrument, opened_at_ms)
  WHERE id = ANY (opened) AND opened_at_ms IS NOT NULL AND (
    ticks IS DISTINCT FROM open_ticks OR NOT is_close
    OR opened_at_ms <= accepted_at_ms OR opened_at_ms > accepted_at_ms + 2000
    OR expires_at_ms <> opened_at_ms + seconds * 1000
    OR EXISTS (SELECT FROM index_parts WHERE at_ms > accepted_at_ms AND at_ms < opened_at_ms)
      AND has_opening_point(instrument, accepted_at_ms, opened_at_ms)
  )
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'fast contract % does not open at its point of the index log', refused
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  SELECT id INTO refused
  FROM micro_orders placed
  LEFT JOIN micro_windows settled
    ON settled.instrument = placed.instrument AND settled.expires_at_ms = placed.expires_at_ms
  CROSS JOIN LATERAL (SELECT CASE
    WHEN opened_at_ms IS NULL OR settled.count = 0 THEN 'voided'
    WHEN settled.sum = settled.count * open_ticks THEN 'drawn'
    WHEN (settled.sum > settled.count * open_ticks) = (direction = 'up') THEN 'won'
    WHEN settled.count > 0 THEN 'lost'
  END AS outcome) judged
  WHERE id = ANY (ended) AND (
    state IS DISTINCT FROM outcome
    OR payout <> CASE outcome
      WHEN 'won' THEN stake + div(stake * profit_ppm, 1000000)
      WHEN 'lost' THEN stake - div(stake * loss_ppm + 999999, 1000000)
      ELSE stake
    END
    OR settled_at_ms < coalesce(placed.expires_at_ms, accepted_at_ms)
    OR opened_at_ms IS NULL AND (
      NOT has_index_reached(placed.instrument, accepted_at_ms + 1751)
      OR has_opening_point(placed.instrument, accepted_at_ms, accepted_at_ms + 2001)
    )
  )
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'fast contract % does not end as its window says', refused
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
END $$;
--> statement-breakpoint
-- Runs with each commit of fast contracts: settings of a function would cost more than both reads.
CREATE FUNCTION judge_changed_fast_contracts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  opened bigint[] := ARRAY(SELECT id FROM former WHERE opened_at_ms IS NULL);
  ended bigint[] := ARRAY(SELECT id FROM changed WHERE settled_at_ms IS NOT NULL);
BEGIN
  IF opened <> '{}' OR ended <> '{}' THEN PERFORM public.refuse_false_results(opened, ended); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION judge_placed_fast_contract() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM public.refuse_false_results(ARRAY[NEW.id], array_remove(ARRAY[CASE WHEN NEW.payout IS NOT NULL THEN NEW.id END], NULL));
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A line leaves only with the statement that signs its minute: for a moment without it, a later point could open an order. All
-- instruments of a point are signed together.
CREATE FUNCTION refuse_unsigned_removal() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp SET enable_seqscan = off AS $$
BEGIN
  IF EXISTS (
    SELECT FROM removed
    WHERE NOT EXISTS (
      SELECT FROM index_minutes
      WHERE instrument = split_part(lines, ' ', 2) AND minute_ms = at_ms - at_ms % 60000 AND at_ms BETWEEN first_ms AND last_ms
    )
  ) THEN
    RAISE EXCEPTION 'a line of the index log is not signed' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER index_parts_signed AFTER DELETE ON "index_parts"
  REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_unsigned_removal();
--> statement-breakpoint
CREATE TRIGGER index_parts_kept BEFORE UPDATE OR TRUNCATE ON "index_parts"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER micro_points_logged AFTER INSERT ON "micro_points"
  FOR EACH ROW EXECUTE FUNCTION refuse_false_index_point();
--> statement-breakpoint
CREATE TRIGGER micro_windows_logged AFTER INSERT ON "micro_windows"
  FOR EACH ROW EXECUTE FUNCTION refuse_false_window();
--> statement-breakpoint
-- Usually an order is stored while it waits for its opening.
CREATE TRIGGER micro_orders_placed AFTER INSERT ON "micro_orders"
  FOR EACH ROW WHEN (NEW.state <> 'opening') EXECUTE FUNCTION judge_placed_fast_contract();
--> statement-breakpoint
CREATE TRIGGER micro_orders_decided AFTER UPDATE ON "micro_orders"
  REFERENCING OLD TABLE AS former NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION judge_changed_fast_contracts();
--> statement-breakpoint
-- What acceptance fixed never changes, an order only goes on, and one that has ended keeps its result.
DROP TRIGGER micro_orders_fixed ON "micro_orders";
--> statement-breakpoint
CREATE TRIGGER micro_orders_fixed BEFORE UPDATE ON "micro_orders"
  FOR EACH ROW WHEN (
    OLD.state NOT IN ('opening', 'open') OR NEW.state IN ('opening', OLD.state) OR NEW.revision <= OLD.revision
    OR (OLD.id, OLD.owner_id, OLD.product_id, OLD.instrument, OLD.price_scale, OLD.direction, OLD.seconds, OLD.stake,
      OLD.profit_ppm, OLD.loss_ppm, OLD.accepted_at_ms, OLD.token, OLD.receipt, OLD.signature, OLD.idempotency_key,
      OLD.request_id)
      IS DISTINCT FROM (NEW.id, NEW.owner_id, NEW.product_id, NEW.instrument, NEW.price_scale, NEW.direction,
      NEW.seconds, NEW.stake, NEW.profit_ppm, NEW.loss_ppm, NEW.accepted_at_ms, NEW.token, NEW.receipt, NEW.signature,
      NEW.idempotency_key, NEW.request_id)
    OR (OLD.state = 'open' AND (OLD.opened_at_ms, OLD.open_ticks, OLD.expires_at_ms)
      IS DISTINCT FROM (NEW.opened_at_ms, NEW.open_ticks, NEW.expires_at_ms))
  ) EXECUTE FUNCTION refuse_change_of_fast_contract();
--> statement-breakpoint
-- Also for sessions that set session_replication_role.
ALTER TABLE "index_parts" ENABLE ALWAYS TRIGGER index_parts_signed;
--> statement-breakpoint
ALTER TABLE "index_parts" ENABLE ALWAYS TRIGGER index_parts_kept;
--> statement-breakpoint
ALTER TABLE "micro_points" ENABLE ALWAYS TRIGGER micro_points_logged;
--> statement-breakpoint
ALTER TABLE "micro_windows" ENABLE ALWAYS TRIGGER micro_windows_logged;
--> statement-breakpoint
ALTER TABLE "micro_orders" ENABLE ALWAYS TRIGGER micro_orders_placed;
--> statement-breakpoint
ALTER TABLE "micro_orders" ENABLE ALWAYS TRIGGER micro_orders_decided;
--> statement-breakpoint
ALTER TABLE "micro_orders" ENABLE ALWAYS TRIGGER micro_orders_fixed;
