/**
 * The check of all ended fast contracts against the stored lines of the index log, for the verification of the whole ledger. The
 * rules of the verifier compare results with the stored points alone, which a thief of the database could have written again.
 */
import { ensure } from '../../../contract/assert.ts';
import type { IndexRecord } from '../../../contract/figures/index-record.ts';
import { SETTLEMENT_WINDOW_MS } from '../../../contract/figures/micro-settlement.ts';
import { MINUTE_MS, minuteOf, type EpochMs } from '../../../contract/time.ts';
import type { Database } from '../../kit/db/database.ts';
import { isDatabaseUnavailable, sqlStateOf } from '../../kit/db/transaction.ts';
import { microFaultsOf } from './micro-lifecycle.ts';
import { createMicroRecords } from './micro-orders.repo.ts';
import { OPENING_MS } from './micro-settlement.ts';
import type { StoredMicroOrder } from './micro.types.ts';

/** Orders that are read at a time. */
const PAGE = 1_000;
/** Minutes in memory, some 100 kB each: orders of one time share theirs. */
const MINUTES_KEPT = 500;
const FAULTS_NAMED_MAX = 20;

interface MicroLogCheckParts {
  readonly database: Database;
  /** Reads stored points of the index log; null when their lines are removed. @throws Error for lines that are no log. */
  readonly readStored: (
    instrument: string,
    time: readonly [fromMs: EpochMs, untilMs: EpochMs],
  ) => Promise<readonly IndexRecord[] | null>;
}

/** Returns the faults of orders whose result is not that of the lines. An order whose lines are removed has none. */
export async function findResultsNotInLog(parts: MicroLogCheckParts): Promise<readonly string[]> {
  const records = createMicroRecords(parts.database);
  const minutes = new StoredMinutes(parts);
  const faults: string[] = [];
  for (let fromId = 1; ;) {
    const orders = await records.fromOrder(fromId, PAGE);
    for (const order of orders) {
      const [fault] = await faultsOf(order, minutes);
      if (fault !== undefined)
        faults.push(`micro_result_not_in_log: order_id ${order.id}, ${fault}`);
    }
    const last = orders.at(-1);
    if (last === undefined) break;
    fromId = last.id + 1;
  }
  const unnamed = faults.length - FAULTS_NAMED_MAX;
  if (unnamed <= 0) return faults;
  return [
    ...faults.slice(0, FAULTS_NAMED_MAX),
    `micro_result_not_in_log: and ${unnamed} more rows`,
  ];
}

/** The receipt alone needs the key of the exchange, which a command without its secret does not have. */
async function faultsOf(
  order: StoredMicroOrder,
  minutes: StoredMinutes,
): Promise<readonly string[]> {
  if (order.settledAtMs === null) return [];
  try {
    const points = await minutes.read(order.instrument, minutesOf(order, order.settledAtMs));
    return points === null ? [] : microFaultsOf(order, points, () => true);
  } catch (error) {
    if (sqlStateOf(error) !== undefined || isDatabaseUnavailable(error)) throw error;
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** Returns the minutes that decide an order: the minutes of its opening and of its window, and the last minutes of the log at its end. */
function minutesOf(
  { acceptedAtMs, expiresAtMs }: StoredMicroOrder,
  settledAtMs: EpochMs,
): readonly EpochMs[] {
  const minutes = [
    ...minutesBetween(acceptedAtMs, acceptedAtMs + OPENING_MS),
    ...(expiresAtMs === null
      ? []
      : minutesBetween(expiresAtMs - SETTLEMENT_WINDOW_MS, expiresAtMs)),
    ...minutesBetween(settledAtMs - MINUTE_MS, settledAtMs + MINUTE_MS),
  ].filter((minuteMs) => minuteMs >= minuteOf(acceptedAtMs));
  return [...new Set(minutes)].toSorted((a, b) => a - b);
}

function minutesBetween(fromMs: EpochMs, untilMs: EpochMs): readonly EpochMs[] {
  const count = (minuteOf(untilMs) - minuteOf(fromMs)) / MINUTE_MS + 1;
  return Array.from({ length: count }, (_, place) => minuteOf(fromMs) + place * MINUTE_MS);
}

class StoredMinutes {
  readonly #parts: MicroLogCheckParts;
  readonly #known = new Map<string, Promise<readonly IndexRecord[] | null>>();

  constructor(parts: MicroLogCheckParts) {
    this.#parts = parts;
  }

  /** Returns the points of these minutes; null when lines of one are removed. */
  async read(
    instrument: string,
    minutes: readonly EpochMs[],
  ): Promise<readonly IndexRecord[] | null> {
    const found: IndexRecord[] = [];
    for (const minuteMs of minutes) {
      const points = await this.#minute(instrument, minuteMs);
      if (points === null) return null;
      found.push(...points);
    }
    return found;
  }

  #minute(instrument: string, minuteMs: EpochMs): Promise<readonly IndexRecord[] | null> {
    const name = `${instrument} ${minuteMs}`;
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const [oldest] = this.#known.keys();
    if (this.#known.size >= MINUTES_KEPT) this.#known.delete(ensure(oldest, 'a minute'));
    const read = this.#parts.readStored(instrument, [minuteMs, minuteMs + MINUTE_MS]);
    this.#known.set(name, read);
    return read;
  }
}
