/** Closes ranges of the journals once they are verified and final. */
import { HOUR_MS, type EpochMs } from '../../contract/time.ts';
import type { Database } from '../kit/db/database.ts';
import { JOURNALS } from './chart.ts';
import { closeRange, findClosable, RANGE_MOVEMENTS, type RangeHead } from './ledger-ranges.repo.ts';
import type { Settled } from './verifier.repo.ts';

/**
 * A journal with few movements closes its movements after this time, so that the head keeps up. The rest from
 * before a move is closed immediately.
 */
const OPEN_MS_MAX = HOUR_MS;
/** Ranges that one pass closes; a journal that is far behind catches up over several. */
const RANGES_A_PASS = 8;
/** Real time after which a pass closes no further range: a busy machine runs the closing after users, and the next pass is due. */
const CLOSING_MS_OF_PASS = 10_000;

interface ClosingParts {
  readonly database: Database;
  /** The same database in the role of the owner, who alone may add ranges; `database` by default. */
  readonly owner?: Database;
  /** Only movements up to these numbers are closed. */
  readonly settled: Settled;
  /** Time of the watch's start, for a journal that never had a range. */
  readonly since: EpochMs;
  readonly now: EpochMs;
  /** Movements of a full range; tests have smaller ones. */
  readonly rangeMovements?: number;
}

interface ClosedRanges {
  /** The last one. */
  readonly head: RangeHead;
  readonly count: number;
}

/** Returns what was closed; null when nothing was. */
export async function closeRanges(parts: ClosingParts): Promise<ClosedRanges | null> {
  let closed: ClosedRanges | null = null;
  const until = performance.now() + CLOSING_MS_OF_PASS;
  for (let count = 1; count <= RANGES_A_PASS && performance.now() < until; count += 1) {
    const next =
      (await closeNext(parts, JOURNALS.spot, parts.settled.spot)) ??
      (await closeNext(parts, JOURNALS.dealing, parts.settled.dealing)) ??
      (await closeNext(parts, JOURNALS.general, parts.settled.general));
    if (next === null) break;
    closed = { head: next, count };
  }
  return closed;
}

async function closeNext(
  { database, owner = database, since, now, rangeMovements = RANGE_MOVEMENTS }: ClosingParts,
  journal: number,
  settled: bigint,
): Promise<RangeHead | null> {
  const found = await findClosable(database, { journal, settled, count: rangeMovements });
  const isDue = found.isOfEarlierPlace || now - (found.closedAtMs ?? since) >= OPEN_MS_MAX;
  const lastNumber = found.fullEnd ?? (isDue ? found.openEnd : null);
  if (lastNumber === null) return null;
  return closeRange(owner, { journal, firstNumber: found.firstNumber, lastNumber }, now);
}
