/**
 * Contract orders of users of an exchange that is killed repeatedly: opens, limits, amendments, closes and
 * cancels, and marks that reach targets and stop accounts out.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { ensure } from '../../../contract/assert.ts';
import type { LeverMarketInfo, LeverOrderInfo } from '../../../contract/lever/lever.ts';
import type { EndpointName } from '../../../contract/endpoints.ts';
import type { RequestInput } from '../../../contract/routes.ts';
import { newClientAddress } from '../servers/client-address.ts';
import { eventually } from '../eventually.ts';
import { withServerDatabase } from '../databases/server-database.ts';
import type { Trader } from './acknowledgements.ts';
import type { CrashLoad, CrashScene } from './crash-load.ts';
import { differentAccounts, LeverEvidence } from './lever-evidence.ts';
import { isUncertain, refusalOf } from './load.ts';
import { keepSignedIn, signInTraders } from './traders.ts';

type Body = RequestInput<'placeLeverOrder'>;

interface Placement {
  readonly trader: Trader;
  readonly key: string;
  readonly body: Body;
}

const SPOT = '1';
const CONTRACT = '2';
const FUNDED = '2000';
const AT_ONCE = 6;
/** A coin that no spot order of another load depends on. */
const COIN = 'SOL';
/** Minimum of acknowledgements before the crash of a round, and of orders that marks have ended. */
const ACKNOWLEDGED_MIN = 20;
const ENDED_MIN = 2;
const LIMITS_PART = 0.3;
/** Part of the orders that wait for a mark, after an amendment. */
const LEFT_PART = 0.4;
/** The price moves between these parts of the first price. */
const LOW = 0.985;
const HIGH = 1.015;
/** A position of this part of the usable balance is stopped out by one move against it. */
const BET_PART = 0.6;
const BET_MULTIPLE = 50;
const LATEST = '20';
const RETRY_MS = 20;

let keys = 0;
const newKey = (): string => `crash-lever-${process.pid}-${Date.now()}-${(keys += 1)}`;

export class LeverLoad implements CrashLoad {
  readonly name = 'contract orders';
  readonly #scene: CrashScene;
  readonly #evidence = new LeverEvidence();
  #traders: readonly Trader[] = [];
  #market: LeverMarketInfo | undefined;
  /** The price of the start, and the part of it that the sources say. */
  #middle = 0;
  #part = 1;
  #unanswered: Placement[] = [];
  #count = 0;
  #amended = 0;
  #countBefore = 0;
  #endedBefore = 0;
  #askedAgain = 0;

  constructor(scene: CrashScene) {
    this.#scene = scene;
  }

  async prepare(): Promise<void> {
    const { server } = this.#scene;
    this.#countBefore = this.#count;
    this.#endedBefore = this.#evidence.endedByMark();
    if (this.#traders.length > 0) await keepSignedIn(server, this.#traders);
    else {
      this.#traders = await signInTraders(server);
      await this.#findMarket();
      for (const trader of this.#traders) await this.#fund(trader);
    }
    await this.#move(HIGH);
  }

  async run(): Promise<void> {
    const traders = Array.from({ length: AT_ONCE }, (_, at) => this.#tradeOn(at));
    await Promise.all([...traders, this.#moveOn()]);
  }

  hasEnough(): boolean {
    return (
      this.#count - this.#countBefore >= ACKNOWLEDGED_MIN &&
      this.#evidence.endedByMark() - this.#endedBefore >= ENDED_MIN
    );
  }

  async askAgain(): Promise<void> {
    const pending = this.#unanswered;
    this.#unanswered = [];
    this.#askedAgain += pending.length;
    // A second failure becomes a contradiction.
    await Promise.all(pending.map((placement) => this.#place(placement).catch(() => {})));
  }

  contradictions(): Promise<readonly string[]> {
    const { server } = this.#scene;
    return withServerDatabase(server, async (client) => {
      const { rows: held } = await client.query<{ owner_id: number }>(WRONG_HOLDS);
      return [
        ...(await this.#evidence.contradictions(client)),
        ...held.map(({ owner_id }) => `owner ${owner_id} has frozen what no contract order holds`),
        ...this.#unanswered.map(({ key }) => `the contract order ${key} is not answered any more`),
        ...(await differentAccounts(server, client, this.#traders)),
      ];
    });
  }

  finish(): Promise<readonly string[]> {
    return Promise.resolve([]);
  }

  counts(): Readonly<Record<string, number>> {
    return {
      'contract commands': this.#count,
      'contract orders asked again': this.#askedAgain,
      'amended contract orders': this.#amended,
      'contract orders ended by marks': this.#evidence.endedByMark(),
      'contract orders stopped out': this.#evidence.endedByMark('stop_out'),
    };
  }

  async #findMarket(): Promise<void> {
    const { server } = this.#scene;
    const groups = ensure((await server.call('listCurrencyMatches', {})).data, 'pairs');
    const pair = groups
      .flatMap(({ matches }) => matches)
      .find(({ base_currency_code: base }) => base === COIN);
    const markets = ensure((await server.call('listLeverMarkets', {})).data, 'contract markets');
    this.#market = markets.find(({ currency_match_id: id }) => id === pair?.id);
    this.#middle = Number(ensure(pair, `the pair of ${COIN}`).currency_quotation.close);
  }

  /** Other loads may have taken what the trader had. */
  async #fund({ account, token }: Trader): Promise<void> {
    await this.#scene.server.grant(account, 'USDT', FUNDED);
    const body = {
      currency_id: String(this.#known().settle_currency_id),
      from_account_type_id: SPOT,
      to_account_type_id: CONTRACT,
      amount: FUNDED,
    };
    const reply = await this.#ask('createTransfer', body, token, newKey());
    if (reply.data === null) throw new Error(refusalOf(reply) ?? 'no answer');
  }

  #tradeOn(at: number): Promise<void> {
    const trader = ensure(this.#traders[at % this.#traders.length], 'a trader');
    return this.#goOn(async () => {
      const order = await this.#place({ trader, key: newKey(), body: this.#order() });
      if (order !== null && this.#scene.random() < LEFT_PART) await this.#amend(trader, order);
      else if (order !== null) await this.#end(trader, order);
    });
  }

  /** Bets on the wrong side of each move of the price. */
  #moveOn(): Promise<void> {
    const trader = ensure(this.#traders.at(-1), 'a trader');
    return this.#goOn(async () => {
      await this.#bet(trader);
      await this.#move(this.#part === HIGH ? LOW : HIGH);
      for (const { token } of this.#traders) await this.#lookBack(token);
    });
  }

  /** Repeats this until the kill. A call that a busy server refuses ends nothing. */
  async #goOn(act: () => Promise<void>): Promise<void> {
    while (!this.#scene.isOver()) {
      await act().catch(() => pause(RETRY_MS));
      await this.#scene.rest(this);
    }
  }

  async #bet(trader: Trader): Promise<void> {
    const account = ensure(
      (await this.#ask('getLeverAccount', {}, trader.token)).data,
      'an account',
    );
    const { lot_size: lotSize, lots_max: lotsMax } = this.#known();
    const notional = Number(account.usable) * BET_PART * BET_MULTIPLE;
    const lots = Math.floor(notional / (this.#middle * Number(lotSize)));
    if (lots < 1) return this.#fund(trader);
    const body: Body = {
      ...this.#order(),
      direction: this.#part === HIGH ? 'long' : 'short',
      lots: String(Math.min(lots, lotsMax)),
      multiple: String(BET_MULTIPLE),
    };
    const { price: _, take_profit: __, stop_loss: ___, ...market } = body;
    await this.#place({ trader, key: newKey(), body: { ...market, type: 'market' } });
  }

  /** All sources say this part of the first price, and the market has a mark of it. */
  async #move(part: number): Promise<void> {
    const { server } = this.#scene;
    const price = this.#price(part);
    this.#part = part;
    await server.control('POST', '/prices/set', {
      pair: `${COIN}/USDT`,
      price,
      is_settled: true,
    });
    const about = { lever_market_id: String(this.#known().id) };
    await eventually(async () => {
      if (this.#scene.isOver()) return;
      const { data } = await server.call('getLeverMark', about, { headers: newClientAddress() });
      if (data?.mark_state !== 'live' || Number(data.mark) !== Number(price))
        throw new Error('the mark is another one');
    });
  }

  /** Reads the latest ends of orders: they are stored, because they are shown. */
  async #lookBack(token: string): Promise<void> {
    const { data } = await this.#ask('listLeverHistory', { size: LATEST }, token);
    for (const order of data?.orders ?? []) this.#evidence.take(order);
  }

  #order(): Body {
    const { random } = this.#scene;
    const isLimit = random() < LIMITS_PART;
    const direction = random() < 0.5 ? 'long' : 'short';
    const side = direction === 'long' ? 1 : -1;
    const entry = this.#part - (isLimit ? side * 0.01 : 0);
    return {
      lever_market_id: String(this.#known().id),
      direction,
      type: isLimit ? 'limit' : 'market',
      lots: '1',
      multiple: '10',
      take_profit: this.#price(entry + side * 0.015),
      stop_loss: this.#price(entry - side * 0.015),
      ...(isLimit && { price: this.#price(entry) }),
    };
  }

  /** @returns the order; null when it is refused. */
  async #place(placement: Placement): Promise<LeverOrderInfo | null> {
    const { trader, key, body } = placement;
    try {
      const reply = await this.#ask('placeLeverOrder', body, trader.token, key);
      if (isUncertain(reply)) throw new Error('the outcome of the order is unknown');
      if (reply.data !== null) this.#take(reply.data, key);
      return reply.data;
    } catch (error) {
      this.#unanswered.push(placement);
      throw error;
    }
  }

  async #amend({ token }: Trader, order: LeverOrderInfo): Promise<void> {
    const { id, revision, take_profit: profit, stop_loss: loss } = order;
    const body = {
      id,
      revision: String(revision),
      take_profit: this.#scene.random() < 0.5 ? '' : (profit ?? ''),
      stop_loss: loss ?? '',
    };
    const { data } = await this.#ask('amendLeverTargets', body, token);
    if (data === null) return;
    this.#take(data);
    this.#amended += 1;
  }

  /** Closes the position, cancels the order that is pending, or ends everything that the trader has. */
  async #end({ token }: Trader, { id, state }: LeverOrderInfo): Promise<void> {
    if (this.#scene.random() < 0.1) {
      const { data } = await this.#ask('closeAllLeverPositions', { direction: 'all' }, token);
      for (const order of data?.closed ?? []) this.#take(order);
      return;
    }
    const name = state === 'pending' ? 'cancelLeverOrder' : 'closeLeverPosition';
    const { data } = await this.#ask(name, { id }, token);
    if (data !== null) this.#take(data);
  }

  #take(order: LeverOrderInfo, key?: string): void {
    this.#count += 1;
    this.#evidence.take(order, key);
  }

  #ask<N extends EndpointName>(name: N, fields: RequestInput<N>, token: string, key?: string) {
    const keyed = key === undefined ? {} : { 'idempotency-key': key };
    const headers = { ...keyed, ...newClientAddress() };
    return this.#scene.server.call(name, fields, { token, headers });
  }

  #known(): LeverMarketInfo {
    return ensure(this.#market, `a contract market of ${COIN}`);
  }

  /** A part of the first price, as text. */
  #price(part: number): string {
    return String(Number((this.#middle * part).toFixed(this.#known().price_scale)));
  }
}

/** Owners whose frozen amount is not the sum of the margins and reserves of their orders. */
const WRONG_HOLDS = `
  select account.owner_id from ledger_accounts account
  left join (
    select owner_id, sum(case state when 'pending' then reserve else margin end) as held
    from lever_orders where state in ('pending', 'in_trading', 'closing') group by owner_id
  ) orders using (owner_id)
  where account_type = 2 and frozen <> coalesce(held, 0)
    and currency_id = (select settle_currency_id from lever_markets limit 1)`;
