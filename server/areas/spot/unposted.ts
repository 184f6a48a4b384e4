/**
 * Sums of the account changes by orders and trades of the exchange alone that no movement has yet. The
 * exchange trades with itself continuously to give users live markets. A movement for each of its
 * quotes would be nearly all stored data. See docs/adr/0015.
 */
import { NO_UNITS, units } from '../../../contract/money/units.ts';
import { MINUTE_MS } from '../../../contract/time.ts';
import type { EpochMs } from '../../../contract/time.ts';
import { isHouse } from '../../ledger/chart.ts';
import { accountKey } from '../../ledger/invariants.ts';
import type { LedgerEntry, Movement, RecipeName } from '../../ledger/movement.ts';
import { spotHousePosted } from './spot-recipes.ts';

/** The interval at which one movement books the sums. */
const POST_INTERVAL_MS = 10 * MINUTE_MS;

const TRADING_RECIPES: ReadonlySet<RecipeName> = new Set([
  'spot.order_placed',
  'spot.deal',
  'spot.order_ended',
]);

/** Whether the movement belongs to the sums: it is of trading, and has only house accounts. */
export const isOfHouseAlone = ({ recipe, entries }: Movement): boolean =>
  entries.every(({ ownerId }) => isHouse(ownerId)) && TRADING_RECIPES.has(recipe);

export class Unposted {
  readonly #sums = new Map<string, LedgerEntry>();
  /** Accounts whose sum has changed since the last `takeChanges`. */
  readonly #touched = new Set<string>();
  #gatheringSince: EpochMs | null = null;

  /** @param stored the sums of an earlier run. */
  constructor(stored: readonly LedgerEntry[]) {
    for (const entry of stored) this.#sums.set(accountKey(entry), entry);
  }

  /** Returns the movement of the sums, which must be booked before another addition; null while it is not due. */
  takeDue(lastDealId: number, now: EpochMs): Movement | null {
    this.#gatheringSince ??= now;
    if (now - this.#gatheringSince < POST_INTERVAL_MS) return null;
    this.#gatheringSince = now;
    const entries = [...this.#sums.values()].filter(isSomething);
    for (const entry of entries) this.#set({ ...entry, available: NO_UNITS, frozen: NO_UNITS });
    return entries.length === 0 ? null : spotHousePosted({ lastDealId, entries });
  }

  add(entries: readonly LedgerEntry[]): void {
    for (const entry of entries) {
      const sum = this.#sums.get(accountKey(entry));
      const available = units((sum?.available ?? 0n) + entry.available);
      this.#set({ ...entry, available, frozen: units((sum?.frozen ?? 0n) + entry.frozen) });
    }
  }

  /** Returns the sums that have changed since the last call. */
  takeChanges(): readonly LedgerEntry[] {
    const changed = [...this.#sums].flatMap(([key, sum]) => (this.#touched.has(key) ? [sum] : []));
    this.#touched.clear();
    return changed;
  }

  #set(sum: LedgerEntry): void {
    const key = accountKey(sum);
    this.#sums.set(key, sum);
    this.#touched.add(key);
  }
}

const isSomething = ({ available, frozen }: LedgerEntry): boolean =>
  available !== 0n || frozen !== 0n;
