-- The server's role only adds to the logs. Its two narrow rights beyond that are functions of the owner.
-- Old trades of the exchange with itself, see docs/adr/0016; a trigger refuses all others as well.
CREATE FUNCTION remove_house_deals(ids bigint[]) RETURNS SETOF "spot_deals"
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM spot_deals
  WHERE id = ANY (ids) AND taker_owner_id <= 0 AND maker_owner_id <= 0
  RETURNING *
$$;
--> statement-breakpoint
-- Indexes of new pages, which only the owner of a table may summarize.
CREATE FUNCTION summarize_ledger() RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT brin_summarize_new_values('ledger_entries_transaction');
  SELECT brin_summarize_new_values('ledger_movements_transaction')
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION remove_house_deals(bigint[]), summarize_ledger() FROM PUBLIC;
