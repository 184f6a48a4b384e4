/** Ledger rules on balances: each is the sum of the account's entries, and the balances of a currency add up to zero. */
import { ALL_ACCOUNTS, type Rule } from './verify-rule.types.ts';

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

/**
 * The rows of other accounts are the sums of their entries. A pass compares all accounts of `spot_unposted`. These are
 * few, so each account with its sums is looked at first.
 */
const ofSomeAccounts = (accounts: string): string => `
  select 'balance_not_sum_of_entries' as fault, owner_id, account_type, currency_id,
    available, available_of_entries, frozen, frozen_of_entries, null::numeric as sum
  from (
    select account.*,
      coalesce(booked_available + unposted.available, booked_available, unposted.available)
        as available_of_entries,
      coalesce(booked_frozen + unposted.frozen, booked_frozen, unposted.frozen) as frozen_of_entries
    from (
      select * from ${accounts}
      where coalesce(available, 0) <> coalesce(booked_available, 0)
        or coalesce(frozen, 0) <> coalesce(booked_frozen, 0)
        or (owner_id, account_type, currency_id) in (
          select owner_id, account_type, currency_id from spot_unposted)
    ) account
    left join spot_unposted unposted using (owner_id, account_type, currency_id)
  ) otherwise
  where coalesce(available, 0) <> coalesce(available_of_entries, 0)
    or coalesce(frozen, 0) <> coalesce(frozen_of_entries, 0)
  union all ${currencyNotZero(`
    table verify_currencies
    union all
    select currency_id, coalesce(available + frozen, 0) - coalesce(booked_available + booked_frozen, 0)
    from ${accounts}
    where available is distinct from booked_available or frozen is distinct from booked_frozen`)}`;

// The exchange's trades with itself since their last booked sum are not in the entries yet. One rule for both faults, so
// that the sums of an account are found once.
const balancesDiffer: Rule = ({ accounts }) =>
  accounts === ALL_ACCOUNTS ? ofAllAccounts : ofSomeAccounts(accounts);

export const BALANCE_RULES: readonly Rule[] = [balancesDiffer, balanceNegative];
