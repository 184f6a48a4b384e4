/**
 * Commits through the same statement without HTTP: in a closed loop over engine and group commit, and as
 * prepared batches of the same mix.
 */
import { openDatabase } from '../../server/kit/db/database.ts';
import { launchPostgres } from '../../server/kit/db/embedded/launch.ts';
import { createMatchingEngine } from '../../server/engine/matching-engine.ts';
import { syncCurrencies } from '../../server/ledger/currencies.ts';
import { createLog } from '../../server/kit/log.ts';
import { COINS } from '../../server/ledger/currency-catalog.ts';
import { SPOT_MARKETS, syncSpotMarkets } from '../../server/areas/market/market.area.ts';
import { GroupCommit } from '../../server/ledger/writer/group-commit.ts';
import {
  openSpotStore,
  type CommittedBatch,
  SpotMemory,
  type SealedBatch,
  type SpotMarketRules,
  type SpotSnapshot,
  type SpotStore,
} from '../../server/areas/spot/spot.area.ts';
import { sized } from '../lib/mode.ts';
import type { BenchMarket } from './client.ts';
import { nextStep, randomOf } from './workload.ts';

/** Batches prepared at a time. */
const BATCHES_MADE = sized(200, 10);

interface StoreLoad {
  readonly dataDir: string;
  readonly owners: readonly number[];
  readonly markets: readonly BenchMarket[];
  readonly seed: number;
}

interface StoreReport {
  /** Mean number of commands per commit. */
  readonly batchSize: number;
  readonly ordersPerSecond: number;
  /** Milliseconds until a command, or a batch, was durable. */
  readonly latencies: readonly number[];
}

interface StoreAlone {
  /** Runs that many clients, each of which sends a command, waits until it is durable, and sends the next. */
  loopFor(clients: number, seconds: number): Promise<StoreReport>;
  /** Commits back to back for `seconds`, without the time to prepare batches. @param batchSize commands per batch. */
  commitFor(batchSize: number, seconds: number): Promise<StoreReport>;
  close(): Promise<void>;
}

/** Opens the store in the data folder of a stopped server. */
export async function openStoreAlone(load: StoreLoad): Promise<StoreAlone> {
  const log = createLog('silent');
  const postgres = await launchPostgres({ dataDir: load.dataDir, log });
  const database = openDatabase(postgres.address, log);
  const currencies = await syncCurrencies(database, COINS);
  const rules = await syncSpotMarkets(database, SPOT_MARKETS, currencies);
  const onLost = (error: Error): void => {
    throw error;
  };
  const { store, snapshot } = await openSpotStore({ address: postgres.address, database, onLost });
  const source = new BatchSource(load, rules, snapshot, await store.balancesOf(load.owners));
  return {
    loopFor: (clients, seconds) => runLoop({ source, store, clients, seconds }),
    async commitFor(batchSize, seconds) {
      const latencies: number[] = [];
      let busyMs = 0;
      while (busyMs < seconds * 1_000) {
        const batches = Array.from({ length: BATCHES_MADE }, () => source.next(batchSize));
        for (const batch of batches) {
          const begun = performance.now();
          if (!(await store.commit(batch))) throw new Error('the store is fenced');
          const ms = performance.now() - begun;
          latencies.push(ms);
          busyMs += ms;
        }
      }
      const ordersPerSecond = (latencies.length * batchSize * 1_000) / busyMs;
      return { batchSize, ordersPerSecond, latencies };
    },
    async close() {
      await store.close();
      await database.$client.end();
      await postgres.stop();
    },
  };
}

interface Loop {
  readonly source: BatchSource;
  readonly store: SpotStore;
  readonly clients: number;
  readonly seconds: number;
}

async function runLoop({ source, store, clients, seconds }: Loop): Promise<StoreReport> {
  let batches = 0;
  const commits = new GroupCommit<CommittedBatch, SealedBatch>({
    seal: () => source.seal(),
    rows: () => source.rows,
    store,
    onCommitted: () => (batches += 1),
    onFatal: (reason) => {
      throw new Error(reason);
    },
  });
  const latencies: number[] = [];
  const begun = performance.now();
  const client = async (): Promise<void> => {
    for (let asked = begun; asked < begun + seconds * 1_000; asked = performance.now()) {
      source.command();
      await commits.join();
      latencies.push(performance.now() - asked);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const ordersPerSecond = (latencies.length * 1_000) / (performance.now() - begun);
  return { batchSize: latencies.length / batches, ordersPerSecond, latencies };
}

class BatchSource {
  readonly #load: StoreLoad;
  readonly #memory: SpotMemory;
  readonly #random: () => number;
  readonly #open: { readonly id: number; readonly ownerId: number }[] = [];

  constructor(
    load: StoreLoad,
    markets: readonly SpotMarketRules[],
    snapshot: SpotSnapshot,
    balances: Awaited<ReturnType<SpotStore['balancesOf']>>,
  ) {
    this.#load = load;
    this.#random = randomOf(load.seed);
    const ticks = new Map(
      load.markets.map(({ id, price, priceScale }) => [id, Math.round(price * 10 ** priceScale)]),
    );
    const reference = { priceTicks: (id: number) => ticks.get(id) ?? null };
    const createEngine = createMatchingEngine;
    this.#memory = new SpotMemory({ markets, snapshot, reference, createEngine });
    for (const [ownerId, own] of balances) this.#memory.balances.load(ownerId, own);
  }

  /** Number of rows that the next seal returns. */
  get rows(): number {
    return this.#memory.rows;
  }

  next(size: number): SealedBatch {
    for (let done = 0; done < size; done += 1) this.command();
    return this.seal();
  }

  /** Returns the effects of the commands since the last call. */
  seal(): SealedBatch {
    return this.#memory.seal();
  }

  /** Executes commands until one is accepted. */
  command(): void {
    while (!this.#try()) continue;
  }

  /** @returns false for a rejected command. */
  #try(): boolean {
    const { owners, markets } = this.#load;
    const context = { requestId: '0b8ff1c4-6a46-4d6e-9d3a-3f1d3c1b2a10', now: Date.now() };
    const step = nextStep(this.#random, { markets: markets.length, people: owners.length });
    if (step.kind === 'cancel') {
      const at = Math.floor(this.#random() * this.#open.length);
      const [open] = this.#open.splice(at, 1);
      return (
        open !== undefined && this.#memory.cancel({ ...context, ownerId: open.ownerId }, open.id).ok
      );
    }
    const market = markets[step.market] as BenchMarket;
    const ownerId = owners[step.person] as number;
    const placed = this.#memory.place({
      ...context,
      ownerId,
      marketId: market.id,
      side: step.side,
      kind: 'limit',
      priceTicks: Math.round((market.price * step.pricePpm * 10 ** market.priceScale) / 1e6),
      quantityLots: Math.round(market.unit * step.units * 10 ** market.quantityScale),
      amount: null,
      idempotencyKey: `bench-store-${this.#open.length}-${step.pricePpm}`,
    });
    if (placed.ok && this.#open.length < 20_000) this.#open.push({ id: placed.value, ownerId });
    return placed.ok;
  }
}
