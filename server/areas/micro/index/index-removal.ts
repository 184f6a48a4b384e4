/** Removes lines of signed minutes after their time. Minutes that decided a payment stay longer, so that it can be checked. */
import { DAY_MS, type EpochMs } from '../../../../contract/time.ts';
import type { Executor } from '../../../kit/db/database.ts';
import {
  findFirstLines,
  findLastMinute,
  removeLines,
  removeUnusedLines,
  type Span,
  type UsedMinutes,
} from './index-removal.repo.ts';

/** Days for which the lines of used minutes are kept at least. */
const USED_DAYS = 400;

interface LineRemovalParts {
  readonly database: Executor;
  /** Names of all logged pairs. */
  readonly instruments: readonly string[];
  /** Days for which all lines are kept. */
  readonly keptDays: number;
  /** Returns the minutes of a time that payments follow from. */
  readonly findUsed: (during: Span) => Promise<readonly UsedMinutes[]>;
}

export class LineRemoval {
  readonly #parts: LineRemovalParts;
  /** Minutes before this time have been looked at since the start. */
  #doneMs: EpochMs = 0;

  constructor(parts: LineRemovalParts) {
    this.#parts = parts;
  }

  /**
   * Removes what is too old, of one day at most: after a start the used minutes of 400 days are looked at again. Days count
   * back from the last signed minute, so that nothing goes because of time in which no minute was signed.
   */
  async pass(time: EpochMs): Promise<void> {
    const { database, instruments, keptDays, findUsed } = this.#parts;
    const now = Math.min(time, (await findLastMinute(database)) ?? 0);
    await removeLines(database, instruments, now - Math.max(keptDays, USED_DAYS) * DAY_MS);
    const beforeMs = now - keptDays * DAY_MS;
    const firstMs = await findFirstLines(database, instruments, [this.#doneMs, beforeMs]);
    if (firstMs === undefined) return;
    const during: Span = [firstMs, Math.min(firstMs + DAY_MS, beforeMs)];
    await removeUnusedLines(database, instruments, { during, used: await findUsed(during) });
    this.#doneMs = during[1];
  }
}
