/** Composes the index log: what it is of, its key, its calls and its channel. */
import {
  countMicroOrders,
  createIndexHandlers,
  createIndexSource,
  createReadMinutes,
  createReadNeededPoints,
  createReadPoints,
  findIndexKey,
  findLastHours,
  findNamedPoints,
  findRunningInstruments,
  findUsedMinutes,
  indexCryptoOf,
  INDEXED_PAIRS,
  IndexLog,
  IndexWitnesses,
  LineRemoval,
  loggedPairs,
  NO_INDEX_HANDLERS,
  NO_INDEX_SOURCE,
  openIndexKey,
} from '../../areas/micro/micro.area.ts';
import type {
  IndexKey,
  PriceIndexHandlers,
  ReadMinutes,
  ReadNeededPoints,
} from '../../areas/micro/micro.area.ts';
import type { Marks } from '../../areas/market/market.area.ts';
import type { IndexSource } from '../../edge/ws/sources.ts';
import type { TradingHours } from '../../../contract/figures/trading-calendar.ts';
import type { IndexSettings } from '../../kit/config/config-index.ts';
import type { Database, Executor } from '../../kit/db/database.ts';
import type { Seal } from '../../kit/seal/seal.ts';
import type { Foundation } from './dependencies.ts';

export interface OpenedIndex {
  readonly handlers: PriceIndexHandlers;
  readonly source: IndexSource;
  /** The public key of signed minutes, base64url; undefined without an index log. */
  readonly publicKey: string | undefined;
  /** Undefined without an index log. */
  readonly settling: SettlingIndex | undefined;
  /** The log of earlier runs, when it has been switched off; undefined when there was none. */
  readonly past: PastIndex | undefined;
}

/** The proofs of the results of earlier fast contracts. */
export interface PastIndex {
  readonly readMinutes: ReadMinutes;
  readonly publicKey: string;
}

/** The index log as fast contracts use it. */
interface SettlingIndex {
  readonly log: IndexLog;
  readonly readPoints: ReadNeededPoints;
  readonly readMinutes: ReadMinutes;
  readonly key: Pick<IndexKey, 'sign' | 'publicKey'>;
  /** Trading hours by instrument of the log. */
  readonly hours: ReadonlyMap<string, TradingHours>;
  /** Decimals of a price by instrument that takes orders. */
  readonly scales: ReadonlyMap<string, number>;
}

const NO_INDEX: OpenedIndex = {
  handlers: NO_INDEX_HANDLERS,
  source: NO_INDEX_SOURCE,
  publicKey: undefined,
  settling: undefined,
  past: undefined,
};

/**
 * Starts the index log, if this exchange keeps one or fast contracts of an earlier run need it; adds everything that
 * must be closed to `opened`.
 */
export async function openPriceIndex(
  foundation: Foundation,
  { marks, seal }: { readonly marks: Marks; readonly seal: Seal },
): Promise<OpenedIndex> {
  const { config, database, opened } = foundation;
  const { indexLog: settings } = config;
  const running = await runningPairs(database);
  if (settings === undefined && running.length === 0) return openPast(foundation, { marks, seal });
  const known = new Set(marks.pairs.map(({ name }) => name));
  // Fast contracts that run have the promise of the log, also when it is switched off.
  const pairs = loggedPairs(settings === undefined ? [] : marks.pairs, running);
  const key = await openIndexKey(database, seal);
  const log = new IndexLog({
    ...foundation,
    instruments: pairs,
    pricesOf: (name) => (known.has(name) ? marks.outsidePrices(name) : []),
    key,
    countOrders: (sheets) => countMicroOrders(database, sheets),
    findNamed: (afterMs) => findNamedPoints(database, afterMs),
    onTakenOver: () => foundation.onFatal('taken_over'),
  });
  await log.start();
  opened.add('index log', () => log.stop());
  const names = pairs.map(({ name }) => name);
  if (settings === undefined)
    foundation.log.warn({ pairs: names }, 'the index log is kept for running fast contracts');
  else await startUpkeep(foundation, settings, { names, publicKey: key.publicKey });
  const scales = new Map(pairs.map(({ name, priceScale }) => [name, priceScale]));
  const readPoints = createReadPoints(database, log);
  const hours = new Map(pairs.map((pair) => [pair.name, pair.hours]));
  return {
    handlers: createIndexHandlers({ database, readPoints, scales }),
    source: createIndexSource(log, scales),
    publicKey: key.publicKey,
    settling: {
      log,
      readPoints: createReadNeededPoints(database, log, indexCryptoOf(key.publicKey)),
      readMinutes: createReadMinutes(database),
      key,
      hours,
      scales: new Map([...scales].filter(([name]) => INDEXED_PAIRS.includes(name))),
    },
    past: undefined,
  };
}

/** Signed minutes stay public when the log is switched off, so that users can still check earlier results. */
async function openPast(
  { database }: Pick<Foundation, 'database'>,
  { marks, seal }: { readonly marks: Marks; readonly seal: Seal },
): Promise<OpenedIndex> {
  const key = await findIndexKey(database, seal);
  if (key === undefined) return NO_INDEX;
  const pairs = loggedPairs(marks.pairs, []);
  const readPoints = createReadPoints(database, { unsigned: () => [] });
  const scales = new Map(pairs.map(({ name, priceScale }) => [name, priceScale]));
  const { publicKey } = key;
  return {
    ...NO_INDEX,
    handlers: createIndexHandlers({ database, readPoints, scales }),
    publicKey,
    past: { readMinutes: createReadMinutes(database), publicKey },
  };
}

interface Upkeep {
  /** Names of all logged pairs. */
  readonly names: readonly string[];
  readonly publicKey: string;
}

/** Spares the lines that decided fast contracts. */
export const lineRemovalOf = (
  database: Executor,
  kept: { readonly instruments: readonly string[]; readonly keptDays: number },
): LineRemoval =>
  new LineRemoval({
    ...kept,
    database,
    findUsed: (during) => findUsedMinutes(database, during),
  });

/** Removes old lines, and sends signed minutes to the witnesses. */
async function startUpkeep(
  foundation: Foundation,
  { keptDays, witnesses: urls }: IndexSettings,
  { names, publicKey }: Upkeep,
): Promise<void> {
  const { database, clock, jobs, opened } = foundation;
  const lines = lineRemovalOf(database, { instruments: names, keptDays });
  const removal = jobs.start('index_removal', {
    failure: 'old lines of the index log could not be removed',
    work: () => lines.pass(clock.now()),
  });
  opened.add('removal of index lines', () => removal.stop());
  if (urls.length === 0) return;
  const witnesses = new IndexWitnesses({ ...foundation, urls, publicKey });
  await witnesses.open();
  const sending = jobs.start('index_witnesses', {
    failure: 'signed minutes of the index could not be sent',
    work: () => witnesses.send(),
  });
  opened.add('witnesses of the index', () => sending.stop());
}

/** The pairs of fast contracts that an earlier run has accepted, and whose end is not signed. */
async function runningPairs(database: Database) {
  const found = await findRunningInstruments(database);
  return Promise.all(
    found.map(async (pair) => {
      const hours = (await findLastHours(database, pair.name)) ?? 'always';
      return { ...pair, hours };
    }),
  );
}
