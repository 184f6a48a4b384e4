/** A theft with whole movements and balances that add up, which only its cause gives away, and the parts of its SQL. */
import { LAST_OF_MERCHANT } from '../../support/ledger/merchant-ledger.ts';
import { BTC, USDT } from '../../support/ledger/small-ledger.ts';
import type { PlantedFault } from './ledger-planted-faults.ts';

export interface Theft extends Pick<PlantedFault, 'what' | 'statements'> {
  readonly ledger: 'wallet' | 'merchant';
  /** One fault among those that the next pass names. */
  readonly row: string | RegExp;
  /** Grants that the exchange allows; any by default. */
  readonly grants?: 'none' | 'recorded';
}

type Entry = readonly [
  owner: number,
  type: number,
  currency: number,
  available: number,
  frozen?: number,
];
export const [GENERAL, SPOT, DEALING] = [1, 2, 3];
const NEXT: Readonly<Record<Theft['ledger'], readonly number[]>> = {
  wallet: [0, 6, 14],
  merchant: [0, LAST_OF_MERCHANT + 1, 7],
};
export const [CUSTODY, FEES, TRANSIT, REVERSED] = [100, 101, 102, 103];
export const CAROL = 13;

/** Books a balanced movement with its balances, as a careful thief does. */
export function booked(
  [journal, number]: readonly [journal: number, number: number],
  recipe: string,
  cause: string,
  entries: readonly Entry[],
  actor = 0,
): string {
  const rows = entries.map(
    ([owner, type, currency, available, frozen = 0]) => `
    insert into ledger_entries values (${owner}, ${type}, ${currency}, ${journal}, ${number}, ${available}, ${frozen});
    insert into ledger_accounts values (${owner}, ${type}, ${currency}) on conflict do nothing;
    update ledger_accounts set available = available + ${available}, frozen = frozen + ${frozen}
    where owner_id = ${owner} and account_type = ${type} and currency_id = ${currency};`,
  );
  return `insert into ledger_movements values (${journal}, ${number}, '${recipe}', '${cause}', ${actor}, 'r', 0);${rows.join('')}`;
}

/** Like {@link booked} in the spot journal, with the posting that the wallet's movements have. */
export function posted(
  recipe: string,
  cause: string,
  entries: readonly Entry[],
  actor = 0,
): string {
  const number = NEXT.wallet[SPOT] ?? 0;
  const id = 20 + number;
  const stored = entries.map(([owner_id, account_type, currency_id, available, frozen = 0]) => ({
    owner_id,
    account_type,
    currency_id,
    available: String(available),
    frozen: String(frozen),
  }));
  return `${booked([SPOT, number], recipe, cause, entries, actor)}
    insert into spot_postings (id, recipe, cause_id, actor_id, request_id, entries, created_at_ms, number)
    overriding system value
    values (${id}, '${recipe}', '${cause}', ${actor}, 'r', '${JSON.stringify(stored)}', 0, ${number});`;
}

export const inWallet = (journal: number) => [journal, NEXT.wallet[journal] ?? 0] as const;
export const inMerchant = (journal: number) => [journal, NEXT.merchant[journal] ?? 0] as const;
export const granted = (owner: number, amount: number, currency = BTC): readonly Entry[] => [
  [owner, 1, currency, amount],
  [0, CUSTODY, currency, -amount],
];
/** Entries that the credit of a deposit books. */
export const credited = (owner: number, amount: number): readonly Entry[] => [
  [0, CUSTODY, USDT, -amount],
  [owner, 1, USDT, amount],
];
