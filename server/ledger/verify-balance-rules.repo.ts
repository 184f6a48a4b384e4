/** Ledger rules on balances: each is the sum of the account's entries, and those of a currency add up to zero. */
import { ALL_ACCOUNTS, type Rule } from './verify-rule.types.ts';
import { SUMS_OF_ENTRIES } from './verify-tables.repo.ts';

// Custody (100) owes all other accounts; reversed (103) owes reversed deposits that their owners
// had spent; debts of contracts (105) and their pool (110) have rules of their own.
const balanceNegative: Rule = ({ accounts }) => `
  select 'balance_negative' as fault, owner_id, account_type, currency_id, available, frozen
  from ${accounts} account
  where account_type not in (100, 103, 105, 110) and (available < 0 or frozen < 0)`;

const balanceNotSum = (accounts: string): string => `
  select 'balance_not_sum_of_entries' as fault, owner_id, account_type, currency_id,
    account.available, added.available as available_of_entries,
    account.frozen, added.frozen as frozen_of_entries, null::numeric as sum
  from ${accounts} account
  full join (
    select owner_id, account_type, currency_id, sum(available) as available, sum(frozen) as frozen
    from (table verify_balances union all table spot_unposted) each
    group by owner_id, account_type, currency_id
  ) added using (owner_id, account_type, currency_id)
  where coalesce(account.available, 0) <> coalesce(added.available, 0)
    or coalesce(account.frozen, 0) <> coalesce(added.frozen, 0)`;

const currencyNotZero = (amounts: string): string => `
  select 'currency_not_zero', null, null, currency_id, null, null, null, null, sum(amount)
  from (${amounts}) each
  group by currency_id having sum(amount) <> 0`;

const ofAllAccounts = `
  ${balanceNotSum(ALL_ACCOUNTS)}
  union all ${currencyNotZero(`select currency_id, available + frozen as amount from ${ALL_ACCOUNTS}`)}`;

/** The rows of other accounts are the sums of their entries. A pass compares all accounts of `spot_unposted`. */
const ofSomeAccounts = (accounts: string): string => `
  with compared as materialized (
    select account.*, balance.available as booked_available, balance.frozen as booked_frozen,
      unposted.available as unposted_available, unposted.frozen as unposted_frozen
    from ${accounts} account
    left join lateral ${SUMS_OF_ENTRIES} on true
    left join spot_unposted unposted
      on (unposted.owner_id, unposted.account_type, unposted.currency_id)
        = (account.owner_id, account.account_type, account.currency_id)
  ), otherwise as (
    select owner_id, account_type, currency_id, available, frozen,
      coalesce(booked_available + unposted_available, booked_available, unposted_available)
        as available_of_entries,
      coalesce(booked_frozen + unposted_frozen, booked_frozen, unposted_frozen) as frozen_of_entries
    from compared
    where coalesce(available, 0) <> coalesce(booked_available, 0)
      or coalesce(frozen, 0) <> coalesce(booked_frozen, 0)
      or unposted_available <> 0 or unposted_frozen <> 0
  )
  select 'balance_not_sum_of_entries' as fault, owner_id, account_type, currency_id,
    available, available_of_entries, frozen, frozen_of_entries, null::numeric as sum
  from otherwise
  where coalesce(available, 0) <> coalesce(available_of_entries, 0)
    or coalesce(frozen, 0) <> coalesce(frozen_of_entries, 0)
  union all ${currencyNotZero(`
    table verify_currencies
    union all
    select currency_id, coalesce(available + frozen, 0) - coalesce(booked_available + booked_frozen, 0)
    from compared
    where available + frozen is distinct from booked_available + booked_frozen`)}`;

// The exchange's trades with itself since their last booked sum are not in the entries yet. One rule for both faults, so
// that the sums of an account are found once.
const balancesDiffer: Rule = ({ accounts }) =>
  accounts === ALL_ACCOUNTS ? ofAllAccounts : ofSomeAccounts(accounts);

export const BALANCE_RULES: readonly Rule[] = [balancesDiffer, balanceNegative];
