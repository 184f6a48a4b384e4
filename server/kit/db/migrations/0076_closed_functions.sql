-- A role with this right could put the trigger function on a table of its own, whose casts would then run as the owner of the
-- tables. The triggers of staking_products fire without it. A server of the version before goes on.
REVOKE ALL ON FUNCTION keep_staking_terms() FROM PUBLIC;
