/** The temporary tables of a verifier session. */

/**
 * A pass changes thousands of balances: with room on each page, a new version of a row needs no new entry of the index.
 * No two statements copy the same account into `verify_accounts`, so that it needs no index.
 * It has the sums of the entries of each account besides its row.
 * `verify_records` has ids of records that a pass compares, in parts. It never has statistics, so that the planner
 * expects few of them, and finds each record by its index: a table of records may be much larger than a pass.
 * A commit empties the tables with the rows of one pass. Unlike a truncation, it keeps the plans of prepared rules.
 */
export const TEMPORARY_TABLES = `
  create temporary table verify_balances (
    owner_id integer, account_type smallint, currency_id integer,
    available numeric, frozen numeric,
    primary key (owner_id, account_type, currency_id)
  ) with (fillfactor = 60);
  create temporary table verify_house (
    owner_id integer, account_type smallint, currency_id integer, amount numeric not null,
    primary key (owner_id, account_type, currency_id)
  );
  create temporary table verify_entries (
    owner_id integer, account_type smallint, currency_id integer,
    journal smallint, number bigint, available_delta numeric, frozen_delta numeric,
    transaction_id bigint
  ) on commit delete rows;
  create temporary table verify_movements (like ledger_movements) on commit delete rows;
  create temporary table verify_currencies (currency_id integer primary key, amount numeric not null);
  create temporary table verify_accounts (
    owner_id integer, account_type smallint, currency_id integer, available numeric, frozen numeric,
    booked_available numeric, booked_frozen numeric
  ) on commit delete rows;
  create temporary table verify_records (part integer, id bigint) on commit delete rows;
  create temporary table verify_watched_accounts (like ledger_accounts including indexes)`;

/** Tables with the sums of a session. */
export const TABLES_OF_SESSION =
  'verify_balances, verify_house, verify_currencies, verify_watched_accounts';

/**
 * The accounts that rules read in every pass: accounts with a frozen amount, and accounts of the exchange, in transit or in
 * debt that are not empty. They have the columns of `ledger_accounts`.
 */
export const WATCHED_ACCOUNTS = 'verify_watched_accounts';

/** The sums of entries of one account, by its key: there may be a million others. @param alias of the account */
export const sumsOfEntries = (alias: string): string => `(
    select * from verify_balances own
    where (own.owner_id, own.account_type, own.currency_id)
      = (${alias}.owner_id, ${alias}.account_type, ${alias}.currency_id) offset 0
  ) balance`;

/** Joins each account of `other` with its row, if there is one, by its key in every plan. */
export const WITH_ROW = `
  left join lateral (
    select available, frozen from ledger_accounts own
    where (own.owner_id, own.account_type, own.currency_id)
      = (other.owner_id, other.account_type, other.currency_id) offset 0
  ) account on true`;
