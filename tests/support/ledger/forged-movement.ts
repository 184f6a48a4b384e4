/** A movement that no code books, for tests of the verifier: it balances, and has its entries and balances. */

/** Owner and currency are expressions over the facts, amounts too. */
export type PlantedEntry = readonly [
  owner: string,
  accountType: number,
  currency: string,
  available: string,
  frozen: string,
];

interface Forgery {
  readonly recipe: string;
  /** SQL of its cause. */
  readonly cause: string;
  /** A query of one row that the entries are made of; it has `updated_at_ms`. */
  readonly facts: string;
}

/** Returns the statement that books it into the general journal. */
export function forgedMovement(
  { recipe, cause, facts }: Forgery,
  entries: readonly PlantedEntry[],
): string {
  const values = entries.map((entry) => `(${entry.join(', ')})`).join(', ');
  return `
    with facts as (${facts}), movement as (
      insert into ledger_movements (journal, number, recipe, cause_id, actor_id, request_id, at_ms)
      select 1, case when pg_current_xact_id() is not null then nextval('ledger_general_journal') end,
        '${recipe}', ${cause}, 0, 'forged', updated_at_ms
      from facts
      returning number
    ), changed as (
      select change.* from facts cross join lateral (values ${values})
        as change (owner_id, account_type, currency_id, available, frozen)
    ), entries as (
      insert into ledger_entries (owner_id, account_type, currency_id, journal, number, available_delta, frozen_delta)
      select owner_id, account_type, currency_id, 1, number, available, frozen from movement, changed
    )
    update ledger_accounts account
    set available = account.available + changed.available, frozen = account.frozen + changed.frozen
    from changed
    where (account.owner_id, account.account_type, account.currency_id)
      = (changed.owner_id, changed.account_type, changed.currency_id)`;
}
