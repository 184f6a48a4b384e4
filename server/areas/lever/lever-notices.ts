/**
 * Notifies the owners of contract accounts by mail or text message: once when their ratio falls to a threshold, and
 * when they were stopped out. Notices are stored after the commit, in its order. A killed process may not have stored
 * the last ones: a warning is given again, because a start forgets the levels of accounts; a stop-out is only in the
 * history then.
 */
import { riskRatioBpOf } from '../../../contract/figures/lever-account.ts';
import { formatUnits } from '../../../contract/money/decimal.ts';
import { HOUR_MS } from '../../../contract/time.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Log } from '../../kit/log.ts';
import type { LeverBatch, LeverView } from './lever-exchange.types.ts';

/** Notices that are stored together. */
const BATCH = 100;
/** Notices of stop-outs to one owner in an hour; the history has all of them. */
const STOP_OUTS_OF_HOUR_MAX = 3;
/** Decimals of a ratio in percent that has hundredths. */
const PERCENT_SCALE = 2;

type Notice =
  | { readonly kind: 'marginLow'; readonly percent: string }
  | { readonly kind: 'stoppedOut' };

/** A notice to the owner of an account. */
export interface OwnerNotice {
  readonly ownerId: number;
  readonly notice: Notice;
  readonly atMs: EpochMs;
}

export interface LeverNoticesParts {
  readonly view: Pick<LeverView, 'subscribe'>;
  /** Stores notices, all or none, for their delivery by mail or text message. */
  readonly store: (notices: readonly OwnerNotice[]) => Promise<void>;
  readonly log: Pick<Log, 'error'>;
}

export class LeverNotices {
  readonly #parts: LeverNoticesParts;
  readonly #unsubscribe: () => void;
  readonly #due: OwnerNotice[] = [];
  /** Notices of stop-outs in the present hour, by owner. */
  readonly #stopOuts = new Map<number, number>();
  #hour = 0;
  #storing: Promise<void> | null = null;

  constructor(parts: LeverNoticesParts) {
    this.#parts = parts;
    this.#unsubscribe = parts.view.subscribe((batch) => {
      for (const due of noticesOf(batch)) if (this.#isGiven(due)) this.#due.push(due);
      if (this.#due.length > 0) this.#storing ??= this.#store();
    });
  }

  /** Resolves when the notices of all commits before the call are stored. */
  async settled(): Promise<void> {
    while (this.#storing !== null) await this.#storing;
  }

  async stop(): Promise<void> {
    this.#unsubscribe();
    await this.settled();
  }

  /** False for a stop-out of an owner who got several notices in this hour. */
  #isGiven({ ownerId, notice, atMs }: OwnerNotice): boolean {
    if (notice.kind !== 'stoppedOut') return true;
    const hour = Math.floor(atMs / HOUR_MS);
    if (hour !== this.#hour) this.#stopOuts.clear();
    this.#hour = hour;
    const given = this.#stopOuts.get(ownerId) ?? 0;
    if (given >= STOP_OUTS_OF_HOUR_MAX) return false;
    this.#stopOuts.set(ownerId, given + 1);
    return true;
  }

  async #store(): Promise<void> {
    const { store, log } = this.#parts;
    try {
      while (this.#due.length > 0) {
        const batch = this.#due.slice(0, BATCH);
        await store(batch);
        this.#due.splice(0, batch.length);
      }
    } catch (error) {
      // They are stored with those of the next commit.
      log.error({ err: error }, 'notices about contract accounts were not stored');
    } finally {
      this.#storing = null;
    }
  }
}

/** Returns the notices of a commit: one for each stop-out of an owner, and one for each warning. */
function noticesOf({ atMs, orders, warnings }: LeverBatch): OwnerNotice[] {
  const stoppedOut = new Set(
    orders
      .filter(({ state, closeReason }) => state === 'closed' && closeReason === 'stop_out')
      .map(({ ownerId }) => ownerId),
  );
  return [
    ...warnings.flatMap(({ ownerId, equity, margin }): OwnerNotice[] => {
      const ratioBp = riskRatioBpOf(equity, margin);
      if (ratioBp === null || stoppedOut.has(ownerId)) return [];
      const percent = formatUnits(ratioBp, PERCENT_SCALE);
      return [{ ownerId, atMs, notice: { kind: 'marginLow', percent } }];
    }),
    ...Array.from(stoppedOut, (ownerId): OwnerNotice => ({
      ownerId,
      atMs,
      notice: { kind: 'stoppedOut' },
    })),
  ];
}
