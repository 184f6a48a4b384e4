/**
 * The dealing writer and its store without HTTP: opens and closes in a closed loop, a jump that stops out
 * thousands of accounts, a restart, a deleveraging, and the end of a market. All is durable in PostgreSQL.
 */
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensure } from '../../contract/assert.ts';
import { migrateDatabase } from '../../server/kit/db/migrate.ts';
import { openDatabase } from '../../server/kit/db/database.ts';
import type { Database, DatabaseAddress } from '../../server/kit/db/database.ts';
import { launchPostgres } from '../../server/kit/db/embedded/launch.ts';
import { transaction } from '../../server/kit/db/transaction.ts';
import { Jobs } from '../../server/kit/jobs/jobs.ts';
import { createLog } from '../../server/kit/log.ts';
import { COINS } from '../../server/ledger/currency-catalog.ts';
import { syncCurrencies } from '../../server/ledger/currencies.ts';
import { openLeverExchange, seedDemoLever } from '../../server/areas/lever/lever.area.ts';
import type { LeverExchange } from '../../server/areas/lever/lever.area.ts';
import type { LeverOrder } from '../../server/engine/lever/lever-types.ts';
import { copyTemplateInto } from '../../tests/support/databases/database-template.ts';
import { makeBenchFolder } from '../lib/bench-folder.ts';
import { longestTurnMs } from '../lib/longest-turn.ts';
import { sized } from '../lib/mode.ts';
import { quantile } from '../lib/table.ts';
import { heldTargets } from './held-targets.ts';

const UNIT = 10n ** 18n;
/** Above every limit of the exchange's own risk. */
const NO_LIMIT = 10n ** 12n * UNIT;
/** USDT of the accounts that trade, and of those that a fall of a tenth stops out. */
const [RICH, POOR] = [1_000_000, 1_300];
/** 97,250.00 in ticks. */
const PRICE = 9_725_000;
const POSITION = { direction: 'long', kind: 'market', lots: 250, multiple: 20 } as const;
const NO_TARGETS: ReturnType<typeof heldTargets> = { takeProfitTicks: null, stopLossTicks: null };
/** Beyond the rise after which the pool ends positions: none of them is closed by a target. Fewer positions need a longer rise. */
const REACH = { profit: [sized(9, 9_000), sized(19, 19_000)], loss: [0.1, 0.5] } as const;
const CLIENTS = 32;
const POLL_MS = 20;
const SECONDS = sized(10, 0.05);
const STOPPED_OUT = sized(10_000, 50);
const RESTORED = sized(100_000, 200);
const POSITIONS_OF_OWNER = 10;
/** The profits of all restored positions become this part of the pool. */
const OF_POOL = 0.97;
/** Positions that are deleveraged while turns are measured: two searches. */
const DELEVERAGED = sized(1_024, 10);
/** Owners from here on have one position each. */
const POOR_FROM = 1_000_000;
/** Owners from here on have positions that the next start restores. */
const HOLDERS_FROM = 2_000_000;

interface WriterReport {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p99: number;
  readonly stoppedOut: number;
  readonly lastDurableMs: number;
  /** Longest command of an owner while accounts were stopped out. */
  readonly commandMs: number;
  readonly restored: number;
  readonly readyMs: number;
  readonly turns: LongestTurns;
}

/** The longest turns of the event loop, in milliseconds. */
interface LongestTurns {
  readonly jumpMs: number;
  readonly deleveragingMs: number;
  /** The end of a market with all restored positions. */
  readonly endMs: number;
}

export async function runWriterAlone(): Promise<WriterReport> {
  const { bench, close } = await openWriterAlone();
  const loop = await bench.loop(SECONDS);
  const { jumpMs, ...jump } = await bench.jump();
  const start = await bench.restart();
  const deleveragingMs = await bench.deleverage();
  const endMs = await bench.windDown();
  await close();
  return { ...loop, ...jump, ...start, turns: { jumpMs, deleveragingMs, endMs } };
}

/** Opens the writer over a new database. */
export async function openWriterAlone() {
  const log = createLog('silent');
  const dataDir = makeBenchFolder();
  await copyTemplateInto(dataDir, 'empty');
  const postgres = await launchPostgres({ dataDir, log });
  const bench = new WriterBench(postgres.address, openDatabase(postgres.address, log));
  await bench.prepare();
  const close = async (): Promise<void> => {
    await bench.close();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { bench, close };
}

class WriterBench {
  readonly #address: DatabaseAddress;
  readonly #database: Database;
  #exchange: LeverExchange | undefined;
  #currencyId = 0;
  #ticks = PRICE;
  #keys = 0;

  constructor(address: DatabaseAddress, database: Database) {
    this.#address = address;
    this.#database = database;
  }

  async prepare(): Promise<void> {
    await migrateDatabase(this.#address);
    const currencies = await syncCurrencies(this.#database, COINS);
    const settle = ensure(currencies.byCode('USDT'), 'USDT');
    this.#currencyId = settle.id;
    const instrument = { spotMarketId: 1, forexSymbol: null, priceScale: 2, rank: 0 };
    const instruments = [{ ...instrument, reference: PRICE / 100 }];
    await transaction(this.#database, (tx) => seedDemoLever(tx, instruments, settle, Date.now()));
    const holders = RESTORED / POSITIONS_OF_OWNER;
    await this.#give(1, CLIENTS, RICH);
    await this.#give(POOR_FROM, STOPPED_OUT, POOR);
    await this.#give(HOLDERS_FROM, holders, RICH);
    const exchange = await this.#open();
    const terms = ensure([...exchange.markets.values()][0], 'a market');
    await exchange.changeTerms(
      terms.id,
      (before) => ({
        ...before,
        lotsMin: 1,
        lotsMax: 1_000_000,
        multiples: [20],
        limits: { net: NO_LIMIT, gross: NO_LIMIT, owner: NO_LIMIT },
      }),
      Date.now(),
    );
    const fund = { pool: 10n ** 10n * UNIT, insurance: 10n ** 9n * UNIT };
    await exchange.fundHouse({ ...fund, requestId: 'bench', now: Date.now() });
  }

  /** Clients that open a position, wait until it is durable, close it, and wait again. */
  async loop(seconds: number): Promise<Pick<WriterReport, 'perSecond' | 'p99'>> {
    const latencies: number[] = [];
    const begun = performance.now();
    const until = begun + seconds * 1_000;
    const timed = async <T>(command: Promise<T>): Promise<T> => {
      const asked = performance.now();
      const answer = await command;
      latencies.push(performance.now() - asked);
      return answer;
    };
    const client = async (ownerId: number): Promise<void> => {
      while (performance.now() < until) {
        const { id } = await timed(this.#place(ownerId));
        await timed(this.#closePosition(ownerId, id));
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(index + 1)));
    const perSecond = (latencies.length * 1_000) / (performance.now() - begun);
    return { perSecond, p99: quantile(latencies, 0.99) };
  }

  /** The price falls below the stop-out of all poor accounts. */
  async jump(): Promise<
    Pick<WriterReport, 'stoppedOut' | 'lastDurableMs' | 'commandMs'> & Pick<LongestTurns, 'jumpMs'>
  > {
    await this.#placeAll(POOR_FROM, { owners: STOPPED_OUT, each: 1 });
    let lastDurableMs = 0;
    let commandMs = 0;
    const jump = { isOver: false };
    const commands = async (): Promise<void> => {
      while (!jump.isOver) {
        const asked = performance.now();
        const { id, state } = await this.#place(1);
        commandMs = Math.max(commandMs, performance.now() - asked);
        // While the marks of the jump are processed, an order waits for a fresh one.
        if (state === 'in_trading') await this.#closePosition(1, id);
      }
    };
    const jumpMs = await longestTurnMs(async () => {
      const all = this.#closed('stop_out', STOPPED_OUT);
      const begun = performance.now();
      this.#ticks = Math.round(PRICE * 0.9);
      const asked = commands();
      await all;
      lastDurableMs = performance.now() - begun;
      jump.isOver = true;
      await asked;
    });
    return { stoppedOut: STOPPED_OUT, lastDurableMs, commandMs, jumpMs };
  }

  /** The price rises until the pool must end the largest profits. @returns the longest turn. */
  deleverage(): Promise<number> {
    return longestTurnMs(async () => {
      const all = this.#closed('deleveraged', DELEVERAGED);
      const { pool, markets } = this.#running().house();
      const rise = (OF_POOL * Number(pool)) / Number(ensure(markets[0], 'a market').longs);
      this.#ticks = Math.round(this.#ticks * (1 + rise));
      await all;
    });
  }

  /** The market ends with all its positions. @returns the longest turn. */
  windDown(): Promise<number> {
    return longestTurnMs(async () => {
      await this.#running().windDown(1, Date.now());
      while (
        this.#running()
          .house()
          .markets.some(({ longs }) => longs > 0n)
      )
        await sleep(POLL_MS);
    });
  }

  /** Resolves when so many more positions are closed for this reason, and durable. */
  async #closed(reason: LeverOrder['closeReason'], count: number): Promise<void> {
    let closed = 0;
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = this.#running().subscribe(({ orders }) => {
      closed += orders.filter((order) => order.closeReason === reason).length;
      if (closed >= count) resolve();
    });
    await promise;
    stop();
  }

  async restart(): Promise<Pick<WriterReport, 'restored' | 'readyMs'>> {
    await this.#placeAll(HOLDERS_FROM, {
      owners: RESTORED / POSITIONS_OF_OWNER,
      each: POSITIONS_OF_OWNER,
      reach: REACH,
    });
    await this.#running().end();
    const begun = performance.now();
    await this.#open();
    return { restored: RESTORED, readyMs: performance.now() - begun };
  }

  async close(): Promise<void> {
    await this.#running().end();
    await this.#database.$client.end();
  }

  async #open(): Promise<LeverExchange> {
    const log = createLog('silent');
    const clock = { now: Date.now };
    const { exchange } = await openLeverExchange({
      database: this.#database,
      address: this.#address,
      currencyId: this.#currencyId,
      prices: {
        evaluate: () => this.#evaluation(),
        resume: () => undefined,
        name: () => 'BTC/USDT',
      },
      clock,
      log,
      jobs: new Jobs({ clock, log }),
      onFatal: (end) => {
        throw new Error(`contract trading ended: ${end}`);
      },
    });
    this.#exchange = exchange;
    return exchange;
  }

  #evaluation() {
    const ticks = this.#ticks;
    const atMs = Date.now();
    const sources = ['alpha', 'beta'].map((sourceId) => ({ sourceId, ticks, atMs }));
    return { status: 'live', atMs, ticks, sources, isCloseOnly: false } as const;
  }

  /** Without the ledger, because a grant of each owner takes longer than the bench. */
  async #give(first: number, count: number, coins: number): Promise<void> {
    await this.#database.$client.query(
      `insert into ledger_accounts (owner_id, account_type, currency_id, available)
       select n, 2, $1, $2::numeric from generate_series($3::integer, $4::integer) as n`,
      [this.#currencyId, String(BigInt(coins) * UNIT), first, first + count - 1],
    );
  }

  /** @param reach distances of the targets of a third of them; none without it. */
  async #placeAll(
    first: number,
    { owners, each, reach }: { owners: number; each: number; reach?: typeof REACH },
  ): Promise<void> {
    let next = 0;
    const client = async (): Promise<void> => {
      while (next < owners * each) {
        const at = next++;
        const place = { direction: POSITION.direction, ticks: this.#ticks };
        const targets = reach === undefined ? NO_TARGETS : heldTargets(at, place, reach);
        await this.#place(first + Math.floor(at / each), targets);
      }
    };
    await Promise.all(Array.from({ length: 4 * CLIENTS }, client));
  }

  async #place(ownerId: number, targets = NO_TARGETS): Promise<LeverOrder> {
    const placed = await this.#running().place({
      ...POSITION,
      ownerId,
      marketId: 1,
      limitTicks: null,
      ...targets,
      worstTicks: null,
      idempotencyKey: `bench-${++this.#keys}`,
      deadline: undefined,
      requestId: 'bench',
      now: Date.now(),
    });
    if (!placed.ok) throw new Error(placed.error);
    return placed.value;
  }

  async #closePosition(ownerId: number, orderId: number): Promise<void> {
    const request = { ownerId, orderId, requestId: 'bench', now: Date.now() };
    const closed = await this.#running().close(request);
    if (!closed.ok) throw new Error(closed.error);
  }

  #running = (): LeverExchange => ensure(this.#exchange, 'an open exchange');
}
