/**
 * The alarm of a chain whose coins could not be compared for long, so that a theft would not be noticed:
 * its withdrawals close. The next comparison opens them again. An operator may open them before, for a day.
 */
import type { Clock, EpochMs } from '../../../contract/time.ts';
import { DAY_MS, MINUTE_MS } from '../../../contract/time.ts';
import type { Custody } from '../custody/custody.area.ts';
import type { Database } from '../../kit/db/database.ts';
import * as repo from './reserves.repo.ts';

interface ReserveAlarmParts {
  readonly database: Database;
  readonly custody: Pick<Custody, 'health'>;
  readonly clock: Clock;
}

/** Time without a comparison; each chain is compared every two minutes. */
export const UNCHECKED_MS_MAX = 30 * MINUTE_MS;
/** Time for which an operator lets withdrawals go on without a comparison. */
const PERMITTED_MS = DAY_MS;
const CAUSE = 'reserves_unchecked';

export class ReserveAlarm {
  readonly #parts: ReserveAlarmParts;
  readonly #openedAt: EpochMs;
  /** The last comparison of each chain, in this run of the server. */
  readonly #comparedAt = new Map<string, EpochMs>();

  constructor(parts: ReserveAlarmParts) {
    this.#parts = parts;
    this.#openedAt = parts.clock.now();
  }

  async noteComparison(chain: string): Promise<void> {
    const { database, custody, clock } = this.#parts;
    this.#comparedAt.set(chain, clock.now());
    await custody.health.end(database, chain, CAUSE);
  }

  /** @param reason for the operator. */
  async noteFailure(chain: string, reason: string): Promise<void> {
    const { database, custody, clock } = this.#parts;
    const since = await this.#comparedSince(chain);
    const now = clock.now();
    if (now - since < UNCHECKED_MS_MAX) return;
    if (await repo.hasAcknowledged(database, chain, CAUSE, now - PERMITTED_MS)) return;
    const detail = `not compared since ${new Date(since).toISOString()}: ${reason}`;
    await custody.health.halt(database, chain, CAUSE, detail);
  }

  /** The last comparison of an earlier run counts too, so that restarts do not put the alarm off. */
  async #comparedSince(chain: string): Promise<EpochMs> {
    const known = this.#comparedAt.get(chain);
    if (known !== undefined) return known;
    const rows = await repo.findReserves(this.#parts.database, chain);
    const since = Math.max(...rows.map(({ checkedAtMs }) => checkedAtMs));
    return rows.length === 0 ? this.#openedAt : since;
  }
}
