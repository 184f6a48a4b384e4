/** Ledger rules on frozen amounts: each has a reason that an area names. */
import type { HoldSpec } from './ledger-book.types.ts';
import type { Rule } from './verify-rule.types.ts';
import { WATCHED_ACCOUNTS } from './verify-tables.repo.ts';

/** Fault and column of account types whose frozen amounts had rules before there was a registry. */
const NAMES: Readonly<Record<number, { readonly fault: string; readonly held: string }>> = {
  1: { fault: 'frozen_not_reserved', held: 'reserved' },
  2: { fault: 'contract_frozen_not_held', held: 'held' },
  3: { fault: 'fiat_frozen_not_held', held: 'held' },
  4: { fault: 'micro_frozen_not_held', held: 'held' },
  120: { fault: 'fast_pool_not_reserved', held: 'promised' },
};

export function holdRules(holds: readonly HoldSpec[]): readonly Rule[] {
  const types = [...new Set(holds.map(({ accountType }) => accountType))];
  const known = types.length === 0 ? 'null' : types.join(', ');
  return [
    ...types.map((type) =>
      frozenNotHeld(
        type,
        holds.filter(({ accountType }) => accountType === type).map(({ text }) => text),
      ),
    ),
    function frozenWithoutReason() {
      return `
        select 'frozen_without_reason' as fault, owner_id, account_type, currency_id, frozen
        from ${WATCHED_ACCOUNTS} where (account_type in (${known})) is not true and frozen <> 0`;
    },
  ];
}

/** Frozen amounts must equal the sum of the records that hold them. */
function frozenNotHeld(accountType: number, texts: readonly string[]): Rule {
  const { fault, held } = NAMES[accountType] ?? { fault: 'frozen_not_held', held: 'held' };
  return function reasonsOfFrozen() {
    return `
      select '${fault}' as fault, owner_id, currency_id, account.frozen, reason.amount as ${held}
      from (
        select owner_id, currency_id, frozen from ${WATCHED_ACCOUNTS}
        where account_type = ${accountType} and frozen <> 0
      ) account
      full join (
        select owner_id, currency_id, sum(amount) as amount
        from (${texts.join(' union all ')}) each (owner_id, currency_id, amount)
        group by owner_id, currency_id
      ) reason using (owner_id, currency_id)
      where coalesce(account.frozen, 0) <> coalesce(reason.amount, 0)`;
  };
}
