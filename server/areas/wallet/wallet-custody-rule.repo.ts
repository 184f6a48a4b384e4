/** Ledger rule on custody: all deposits less all withdrawals, the grants of a demo, and the funds of the products. */
import { HOUSE_ACCOUNTS, OWNERS } from '../../ledger/chart.ts';
import type { Rule } from '../../ledger/verify-rule.types.ts';

/**
 * Other rules compare each entry with its record, and each record with its entries, old ones in turn.
 * The sum finds that a record is gone. It reads all records, so a pass over all of them has it, and some passes
 * of a running server. Amounts that a posting has not booked yet are added.
 */
function custodyNotExplained(): string {
  return `
  select 'custody_not_explained' as fault, currency_id, -account.available as owed, explained.amount as explained
  from (
    select currency_id, available from ledger_accounts
    where owner_id = ${OWNERS.house} and account_type = ${HOUSE_ACCOUNTS.custody}
  ) account
  full join (
    select currency_id, sum(amount) as amount from (
      select currency_id, amount from deposits where phase in ('credited', 'settled')
      union all
      select currency_id, fee - amount from withdrawals where phase = 'success'
      union all
      select currency_id, -available_delta from ledger_movements join ledger_entries using (journal, number)
      where recipe = 'seed.grant' and owner_id = ${OWNERS.house} and account_type = ${HOUSE_ACCOUNTS.custody}
      union all
      select (select min(settle_currency_id) from lever_markets), pool + insurance from lever_funds
      union all
      select (
        select min(currency_id) from ledger_accounts
        where owner_id = ${OWNERS.house} and account_type = ${HOUSE_ACCOUNTS.microPool}
      ), amount from micro_funds
      union all
      select currency_id, amount from staking_fundings
      union all
      select currency_id, amount from ieo_fundings
      union all
      select entry.currency_id, entry.available from spot_postings posting
      cross join lateral jsonb_to_recordset(posting.entries)
        as entry (account_type smallint, currency_id integer, available numeric)
      where posting.number is null and posting.refused_at_ms is null
        and entry.account_type = ${HOUSE_ACCOUNTS.custody}
    ) each group by currency_id
  ) explained using (currency_id)
  where coalesce(-account.available, 0) <> coalesce(explained.amount, 0)`;
}

export const CUSTODY_RULES: readonly Rule[] = [
  Object.assign(custodyNotExplained, { isOfAllRecords: true as const, isRare: true as const }),
];
