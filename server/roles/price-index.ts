/** Composes the index log: what it is of, its key, its calls and its channel. */
import { DAY_MS } from '../../contract/time.ts';
import {
  createIndexHandlers,
  INDEXED_PAIRS,
  IndexLog,
  IndexWitnesses,
  createIndexSource,
  createReadMinutes,
  createReadPoints,
  findLastHours,
  loggedPairs,
  NO_INDEX_HANDLERS,
  NO_INDEX_SOURCE,
  openIndexKey,
  removeLines,
} from '../areas/price-index/price-index.area.ts';
import type {
  IndexKey,
  PriceIndexHandlers,
  ReadMinutes,
  ReadPoints,
} from '../areas/price-index/price-index.area.ts';
import { countMicroOrders, findRunningInstruments } from '../areas/micro/micro.area.ts';
import type { Marks } from '../areas/market/market.area.ts';
import type { IndexSource } from '../edge/ws/sources.ts';
import type { TradingHours } from '../../contract/figures/trading-calendar.ts';
import type { Database } from '../kit/db/database.ts';
import type { Seal } from '../kit/seal/seal.ts';
import type { Foundation } from './dependencies.ts';

export interface OpenedIndex {
  readonly handlers: PriceIndexHandlers;
  readonly source: IndexSource;
  /** The public key of signed minutes, base64url; undefined without an index log. */
  readonly publicKey: string | undefined;
  /** Undefined without an index log. */
  readonly settling: SettlingIndex | undefined;
}

/** The index log as fast contracts use it. */
interface SettlingIndex {
  readonly log: IndexLog;
  readonly readPoints: ReadPoints;
  readonly readMinutes: ReadMinutes;
  readonly key: Pick<IndexKey, 'sign' | 'publicKey'>;
  /** Trading hours by instrument of the log. */
  readonly hours: ReadonlyMap<string, TradingHours>;
  /** Decimals of a price by instrument that takes orders. */
  readonly scales: ReadonlyMap<string, number>;
}

/** Starts the index log, if this exchange keeps one; adds everything that must be closed to `opened`. */
export async function openPriceIndex(
  foundation: Foundation,
  { marks, seal }: { readonly marks: Marks; readonly seal: Seal },
): Promise<OpenedIndex> {
  const { config, database, clock, opened } = foundation;
  if (config.indexLog === undefined)
    return {
      handlers: NO_INDEX_HANDLERS,
      source: NO_INDEX_SOURCE,
      publicKey: undefined,
      settling: undefined,
    };
  const known = new Set(marks.pairs.map(({ name }) => name));
  const pairs = loggedPairs(marks.pairs, await runningPairs(database));
  const key = await openIndexKey(database, seal);
  const log = new IndexLog({
    ...foundation,
    instruments: pairs,
    pricesOf: (name) => (known.has(name) ? marks.outsidePrices(name) : []),
    key,
    countOrders: (sheets) => countMicroOrders(database, sheets),
  });
  await log.start();
  opened.add('index log', () => log.stop());
  const { keptDays, witnesses: urls } = config.indexLog;
  const names = pairs.map(({ name }) => name);
  const removal = foundation.jobs.start('index_removal', {
    failure: 'old lines of the index log could not be removed',
    work: () => removeLines(database, names, clock.now() - keptDays * DAY_MS),
  });
  opened.add('removal of index lines', () => removal.stop());
  if (urls.length > 0) {
    const witnesses = new IndexWitnesses({ ...foundation, urls, publicKey: key.publicKey });
    await witnesses.open();
    const sending = foundation.jobs.start('index_witnesses', {
      failure: 'signed minutes of the index could not be sent',
      work: () => witnesses.send(),
    });
    opened.add('witnesses of the index', () => sending.stop());
  }
  const scales = new Map(pairs.map(({ name, priceScale }) => [name, priceScale]));
  const readPoints = createReadPoints(database, log);
  const hours = new Map(pairs.map((pair) => [pair.name, pair.hours]));
  return {
    handlers: createIndexHandlers({ database, readPoints, scales }),
    source: createIndexSource(log, scales),
    publicKey: key.publicKey,
    settling: {
      log,
      readPoints,
      readMinutes: createReadMinutes(database),
      key,
      hours,
      scales: new Map([...scales].filter(([name]) => INDEXED_PAIRS.includes(name))),
    },
  };
}

/** The pairs of fast contracts that an earlier run has accepted, and that have not ended. */
async function runningPairs(database: Database) {
  const found = await findRunningInstruments(database);
  return Promise.all(
    found.map(async (pair) => {
      const hours = (await findLastHours(database, pair.name)) ?? 'always';
      return { ...pair, hours };
    }),
  );
}
