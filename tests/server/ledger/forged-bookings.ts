/** Movements of the dealing journal that are booked by SQL, for planted faults. */
import { USDT } from '../../support/ledger/small-ledger.ts';

/** Amounts are units, or SQL. */
type Amount = number | string;
type Entry = readonly [owner: number, type: number, available: Amount, frozen?: Amount];

/** Books a movement of the dealing journal with its entries and balances. */
export function booked(
  recipe: string,
  cause: string,
  actor: number,
  entries: readonly Entry[],
): string {
  const rows = entries.map(
    ([owner, type, available, frozen = 0]) => `(${owner}, ${type}, ${available}, ${frozen})`,
  );
  return `
    create temporary table booked (owner_id, account_type, available, frozen) as values ${rows.join()};
    insert into ledger_movements
    select 3, max(number) + 1, '${recipe}', '${cause}', ${actor}, 'r', 0 from ledger_movements where journal = 3;
    insert into ledger_entries
    select owner_id, account_type, ${USDT}, 3,
      (select max(number) from ledger_movements where journal = 3), available, frozen from booked;
    insert into ledger_accounts select owner_id, account_type, ${USDT} from booked on conflict do nothing;
    update ledger_accounts account set available = account.available + booked.available,
      frozen = account.frozen + booked.frozen
    from booked
    where (account.owner_id, account.account_type, account.currency_id)
      = (booked.owner_id, booked.account_type, ${USDT});
    drop table booked;`;
}

/** An amount of an order, as SQL. */
export const amountOf = (id: number, amount: string): string =>
  `(select ${amount} from lever_orders where id = ${id})`;
