/**
 * Contract trading over a database of the test: the whole exchange with prices, a clock and mark rounds that the
 * test moves, and the postings by which money arrives and leaves.
 */
import { assert, ensure } from '../../../contract/assert.ts';
import { units } from '../../../contract/money/units.ts';
import type { Result } from '../../../contract/result.ts';
import { coverOfLiens } from '../../../server/areas/lever/cover-of-liens.ts';
import { DEALING_POSTINGS } from '../../../server/areas/lever/dealing-postings.ts';
import { DealingWriter } from '../../../server/areas/lever/dealing-writer.ts';
import { WritingLeverExchange } from '../../../server/areas/lever/lever-exchange.ts';
import type {
  LeverMarketRules,
  NewLeverRequest,
} from '../../../server/areas/lever/lever-exchange.types.ts';
import { openLeverStore } from '../../../server/areas/lever/lever-store.repo.ts';
import type { LeverStore } from '../../../server/areas/lever/lever-store.types.ts';
import type { LeverPrices } from '../../../server/areas/lever/taken-marks.ts';
import type { LeverOrder } from '../../../server/engine/lever/lever-types.ts';
import { openDatabase } from '../../../server/kit/db/database.ts';
import type { Database, DatabaseAddress } from '../../../server/kit/db/database.ts';
import { transaction } from '../../../server/kit/db/transaction.ts';
import { createLog } from '../../../server/kit/log.ts';
import type { Movement } from '../../../server/ledger/movement.ts';
import { seedGrant } from '../../../server/ledger/recipes.ts';
import { WrittenPostings } from '../../../server/ledger/writer/written-postings.ts';
import { silentJobs } from '../silent-jobs.ts';
import { withClient } from '../databases/scratch-database.ts';
import { FRIDAY, USDT } from './contract-exchange.ts';
import { freshAt, type SetPrice } from './fresh-prices.ts';
import { inUsdt, usdt } from './lever-scene.ts';

const CONTRACT = 2;

type Asked = Pick<NewLeverRequest, 'ownerId' | 'direction' | 'lots' | 'multiple'> &
  Partial<NewLeverRequest>;

interface OpenOptions {
  /** The marks of the markets; from the prices that the test sets by default. */
  readonly evaluate?: LeverPrices['evaluate'];
  /** Owners whose accounts stay in memory. */
  readonly ownersMax?: number;
  /** The store that the writer uses instead of this one. */
  readonly wrap?: (store: LeverStore) => LeverStore;
  /** Longest time of a commit in milliseconds. */
  readonly commitMsMax?: number;
}

interface Parts {
  readonly database: Database;
  readonly writer: DealingWriter;
  readonly clock: { time: number };
  readonly prices: Map<number, SetPrice>;
  readonly ends: readonly string[];
}

export class LeverServer {
  readonly address: DatabaseAddress;
  readonly database: Database;
  readonly exchange: WritingLeverExchange;
  readonly postings: WrittenPostings<'margin_in_use'>;
  /** Reasons for which contract trading has ended. */
  readonly ends: readonly string[];
  readonly clock: { time: number };
  readonly #prices: Map<number, SetPrice>;
  #keys = 0;

  private constructor(address: DatabaseAddress, parts: Parts) {
    const { database, writer, clock, prices, ends } = parts;
    this.address = address;
    this.database = database;
    this.ends = ends;
    this.clock = clock;
    this.#prices = prices;
    const now = () => clock.time;
    this.exchange = new WritingLeverExchange(writer, { now }, createLog('silent'));
    this.postings = new WrittenPostings<'margin_in_use'>({
      target: DEALING_POSTINGS,
      database,
      writer: this.exchange,
      clock: { now },
      log: createLog('silent'),
      jobs: silentJobs(),
    });
  }

  /** Takes over as the dealing writer. */
  static async open(
    address: DatabaseAddress,
    time = FRIDAY,
    { evaluate, ownersMax, wrap = (store) => store, commitMsMax }: OpenOptions = {},
  ): Promise<LeverServer> {
    const log = createLog('silent');
    const database = openDatabase(address, log);
    const ends: string[] = [];
    const clock = { time };
    const prices = new Map<number, SetPrice>();
    const onFatal = (reason: string) => void ends.push(reason);
    const onLost = () => onFatal('the connection is lost');
    const { store, snapshot } = await openLeverStore({ address, database, onLost });
    const writer = new DealingWriter({
      snapshot,
      store: wrap(store),
      currencyId: USDT,
      prices: {
        evaluate: evaluate ?? (({ id }) => freshAt(clock.time, prices.get(id))),
        resume: () => undefined,
        name: () => 'BTC/USDT',
      },
      clock: { now: () => clock.time },
      log,
      onFatal,
      ...(ownersMax !== undefined && { ownersMax }),
      ...(commitMsMax !== undefined && { commitMsMax }),
    });
    return new LeverServer(address, { database, writer, clock, prices, ends });
  }

  /** Two sources agree on this price from now on. @param apart ticks from it to each of two that do not. */
  price({ id }: Pick<LeverMarketRules, 'id'>, ticks: number, apart = 0): void {
    const atMs = this.clock.time;
    const sources = [
      { sourceId: 'alpha', ticks: ticks - apart, atMs },
      { sourceId: 'beta', ticks: ticks + apart, atMs },
    ];
    this.#prices.set(id, { status: 'live', ticks, sources, isCloseOnly: false });
  }

  /** Two sources agree on this price, and everything that follows is durable. */
  async mark(market: Pick<LeverMarketRules, 'id'>, ticks: number): Promise<void> {
    this.price(market, ticks);
    await this.round();
  }

  /** The sources of the market disagree, and all have taken note of it. */
  async freeze({ id }: Pick<LeverMarketRules, 'id'>): Promise<void> {
    this.#prices.set(id, { status: 'apart', ticks: null, sources: [], isCloseOnly: false });
    await this.round();
  }

  /** The market closes, as forex does for the weekend. */
  async shut({ id }: Pick<LeverMarketRules, 'id'>): Promise<void> {
    this.#prices.set(id, { status: 'closed', ticks: null, sources: [], isCloseOnly: false });
    await this.round();
  }

  /** Takes the marks of all markets, a while after the last time. */
  async round(): Promise<void> {
    this.clock.time += 50;
    await this.exchange.takeMarks();
  }

  ask(market: Pick<LeverMarketRules, 'id'>, asked: Asked) {
    return this.exchange.place({
      requestId: 'request',
      now: this.clock.time,
      marketId: market.id,
      kind: asked.limitTicks ? 'limit' : 'market',
      limitTicks: null,
      takeProfitTicks: null,
      stopLossTicks: null,
      worstTicks: null,
      idempotencyKey: `key-${++this.#keys}-${this.clock.time}`,
      deadline: undefined,
      ...asked,
    });
  }

  /** Places an order that is accepted. */
  async place(market: Pick<LeverMarketRules, 'id'>, asked: Asked): Promise<LeverOrder> {
    return accepted(await this.ask(market, asked));
  }

  own(ownerId: number, orderId: number) {
    return { ownerId, orderId, requestId: 'request', now: this.clock.time };
  }

  /** Books a movement through a stored posting. */
  async post(movement: Movement) {
    const id = await transaction(this.database, (tx) =>
      this.postings.intend(tx, movement, this.clock.time),
    );
    return this.postings.postOrRefuse(id);
  }

  /** Gives the owner new money in the contract account. */
  async grant(ownerId: number, amount: string): Promise<void> {
    const amounts = [{ currencyId: USDT, amount: units(usdt(amount)) }];
    const causeId = `grant-${++this.#keys}-${ownerId}`;
    const grant = { causeId, requestId: 'r', ownerId, accountType: CONTRACT, amounts };
    accepted(await this.post(seedGrant(grant)));
  }

  /** Questions of the wallet about contract accounts. */
  readonly contracts = {
    currencyId: USDT,
    coverOf: async (userId: number) => coverOfLiens(await this.exchange.loadAccount(userId)),
    usableOf: async (userId: number) => (await this.exchange.loadAccount(userId)).transferable,
  };

  /** Available, frozen and debt of the owner in USDT, as the exchange shows and as the database holds them. */
  async money(ownerId: number): Promise<string> {
    const { available, frozen, debt } = await this.exchange.loadAccount(ownerId);
    const shown = [available, frozen, -debt].map(inUsdt).join(' ');
    const [stored] = await this.rows<Record<'available' | 'frozen' | 'debt', string>>(
      `select coalesce(sum(available) filter (where account_type = 2), 0)::text as available,
         coalesce(sum(frozen), 0)::text as frozen,
         coalesce(sum(available) filter (where account_type = 105), 0)::text as debt
       from ledger_accounts where owner_id = ${ownerId} and account_type in (2, 105)`,
    );
    const row = ensure(stored, 'the sums');
    const held = [row.available, row.frozen, row.debt].map((text) => inUsdt(BigInt(text)));
    assert(held.join(' ') === shown, `memory ${shown}, database ${held.join(' ')}`);
    return shown;
  }

  /** Pool, insurance fund and fees in USDT. */
  async houseMoney(): Promise<string> {
    const found = await this.rows<{ account_type: number; available: string }>(
      `select account_type, available::text from ledger_accounts
       where owner_id = 0 and account_type in (110, 111, 112)`,
    );
    const { pool, insurance } = this.exchange.house();
    const of = (type: number) =>
      BigInt(found.find((each) => each.account_type === type)?.available ?? '0');
    assert(of(110) === pool && of(111) === insurance, 'memory has the funds of the database');
    return [of(110), of(111), of(112)].map(inUsdt).join(' ');
  }

  async rows<Row>(statement: string): Promise<Row[]> {
    return withClient(
      this.address,
      async (client) => (await client.query(statement)).rows as Row[],
    );
  }

  async close(): Promise<void> {
    await this.postings.close();
    await this.exchange.end();
    await this.database.$client.end();
  }
}

/** Returns the value of a command that is accepted. */
export function accepted<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error);
  return result.value;
}
