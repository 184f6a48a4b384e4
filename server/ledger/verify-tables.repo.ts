/** The temporary tables of a verifier session. */

export const TEMPORARY_TABLES = `
  create temporary table verify_balances (
    owner_id integer, account_type smallint, currency_id integer,
    available numeric not null, frozen numeric not null,
    primary key (owner_id, account_type, currency_id)
  );
  create temporary table verify_house (
    owner_id integer, account_type smallint, currency_id integer, amount numeric not null,
    primary key (owner_id, account_type, currency_id)
  );
  create temporary table verify_entries (
    owner_id integer, account_type smallint, currency_id integer,
    journal smallint, number bigint, available_delta numeric, frozen_delta numeric,
    transaction_id bigint
  );
  create temporary table verify_movements (like ledger_movements)`;
