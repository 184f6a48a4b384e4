/**
 * A contract order of the dealing writer as a system of the path runner: every path of a market order, and for a limit order
 * what no call over HTTP brings about: acts of operators, the end of a market, limits that are reached, and a pool without
 * funds.
 */
import type { AnyEventObject } from 'xstate';
import { ensure } from '../../../contract/assert.ts';
import { LEVER_LIMITS } from '../../../contract/figures/lever-limits.ts';
import { limitMarkOf } from '../../../contract/figures/lever-order.ts';
import type { ContractOrderContext } from '../../../machines/domain/lever/contract-order.context.ts';
import type {
  CloseTriggered,
  ContractOrderEvent,
  LapseReason,
} from '../../../machines/domain/lever/contract-order.events.ts';
import type { ContractOrderSnapshot } from '../../../machines/domain/lever/contract-order.snapshot.ts';
import type { LeverMarketTerms } from '../../../server/engine/lever/lever-types.ts';
import type { Path } from '../../../qa/paths.ts';
import type { System } from '../../../qa/run-path.ts';
import { storedRecipes } from '../effect-recipes.ts';
import { BTC_MARKET, ETH_MARKET } from '../lever/contract-exchange.ts';
import { CONTRACT_RECIPES } from '../lever/lever-replay.ts';
import { usdt } from '../lever/lever-scene.ts';
import { accepted, type LeverServer } from '../lever/lever-server.ts';
import { ANN, BOB } from '../lever/use-lever-server.ts';
import type { OrderView } from './http-contract-order.ts';

/** Between all targets of the model, above the limit. */
const QUIET_TICKS = 9_750_000;
const ETH_TICKS = 342_000;
/** A position of the owner in the other market. */
const BESIDE = { ownerId: ANN, direction: 'long', multiple: 10 } as const;
/** A pool from which a rise of ETH by a fifth leaves less than a fifth. */
const SMALL_POOL = usdt('12000');

/** The price of the sources of BTC that do not agree is so far from theirs. */
const APART_TICKS = 5_000;
/** Below the opening of a short of the model and above its take-profit. */
const SHORT_GAIN_TICKS = 9_700_000;

/** Reason why no path of the writer has the event; null if one has. */
export function writerObstacle({ start, steps }: Path): string | null {
  const { kind } = (start.snapshot as ContractOrderSnapshot).context;
  const closes = (at: number) => steps.slice(0, at).filter(({ event }) => isClose(event.type));
  for (const [at, { event }] of steps.entries()) {
    const { type, reason } = event as { type: string; reason?: string };
    const last = closes(at).at(-1)?.event.type;
    if (type === 'close.trigger' && last !== undefined && last !== 'close.withdraw') {
      // Only the close of an owner waits for agreement, which a stop-loss and the account do not.
      if (last !== 'close.order') return 'a close that waits for a price has none';
      if (reason === 'take_profit') return 'the agreement that it needs closes the position first';
      if (kind === 'limit') return 'it runs with a market order';
    }
    if (type === 'order.lapse' && kind === 'limit' && !LAPSES.has(reason ?? ''))
      return 'only a market order lapses by it';
  }
  return null;
}
const isClose = (type: string): boolean => type.startsWith('close.');
/** Reasons for which a limit order lapses without a loss of its owner. */
const LAPSES: ReadonlySet<string> = new Set([
  'market_removed',
  'exposure_limit',
  'position_limit_reached',
  'mark_unavailable',
]);

export class WriterContractOrder implements System {
  readonly #server: LeverServer;
  readonly #order: ContractOrderContext;
  #id = 0;
  #isClosing = false;

  constructor(server: LeverServer, { start }: Path) {
    this.#server = server;
    this.#order = (start.snapshot as ContractOrderSnapshot).context;
  }

  async start(): Promise<void> {
    const { takeProfitTicks, stopLossTicks, limitTicks, worstTicks } = this.#order;
    const { direction, lots, multiple } = this.#order;
    for (const ownerId of [ANN, BOB]) await this.#server.grant(ownerId, '9000');
    await this.#server.mark(BTC_MARKET, QUIET_TICKS);
    if (limitTicks === null) await this.#disagree(QUIET_TICKS);
    const asked = { takeProfitTicks, stopLossTicks, limitTicks, worstTicks };
    const order = { ...asked, ownerId: ANN, direction, lots, multiple };
    this.#id = (await this.#server.place(BTC_MARKET, order)).id;
  }

  async send(sent: AnyEventObject): Promise<void> {
    const event = sent as ContractOrderEvent;
    const server = this.#server;
    const now = server.clock.time;
    const act = { orderId: this.#id, requestId: 'request', now };
    switch (event.type) {
      case 'order.opened':
        await server.mark(BTC_MARKET, this.#markOf(event.ticks));
        return server.mark(BTC_MARKET, QUIET_TICKS);
      case 'order.cancel':
        return void accepted(await server.exchange.cancel({ ...act, ownerId: ANN }));
      case 'close.order':
        await this.#disagree(QUIET_TICKS);
        this.#isClosing = true;
        return void accepted(await server.exchange.close({ ...act, ownerId: ANN }));
      case 'close.withdraw':
        accepted(await server.exchange.withdrawClose({ ...act, ownerId: ANN }));
        this.#isClosing = false;
        return server.mark(BTC_MARKET, QUIET_TICKS);
      case 'targets.amend': {
        const { takeProfitTicks, stopLossTicks, revision } = event;
        const targets = { takeProfitTicks, stopLossTicks, revision };
        return void accepted(await server.exchange.amend({ ...act, ownerId: ANN, ...targets }));
      }
      case 'order.dismiss':
        return void accepted(await server.exchange.dismiss(act));
      case 'close.demand':
        await server.freeze(BTC_MARKET);
        return void accepted(await server.exchange.windDown(BTC_MARKET.id, server.clock.time));
      case 'position.settled':
        return server.mark(BTC_MARKET, event.ticks);
      case 'close.trigger':
        return this.#trigger(event);
      case 'order.lapse':
        return this.#lapse(event.reason);
    }
  }

  advance(delay: string): never {
    throw new Error(`a contract order has no delay ${delay}`);
  }

  async observe(): Promise<OrderView> {
    const rows = await this.#server.rows<OrderView>(`
      select state, take_profit_ticks::int as "takeProfit", stop_loss_ticks::int as "stopLoss",
        close_reason as "closeReason", cancel_reason as "cancelReason", revision
      from lever_orders where id = ${this.#id}`);
    return ensure(rows[0], 'the order');
  }

  /** Recipes of the order's movements, the oldest first. */
  async recipes(): Promise<string[]> {
    const statement = storedRecipes(this.#id, CONTRACT_RECIPES);
    const rows = await this.#server.rows<{ readonly recipe: string }>(statement);
    return rows.map(({ recipe }) => recipe);
  }

  /** Sources say prices apart from each other, so that opens and closes wait. */
  async #disagree(ticks: number): Promise<void> {
    this.#server.price(BTC_MARKET, ticks, APART_TICKS);
    await this.#server.round();
  }

  /** Returns a mark at which the order opens at these ticks. */
  #markOf(entryTicks: number): number {
    return limitMarkOf(this.#order.direction, entryTicks, BTC_MARKET.spreadPpm);
  }

  async #trigger({ reason, markTicks }: CloseTriggered): Promise<void> {
    if (reason === 'stop_out') return this.#loseBeside();
    const isPool = reason === 'deleveraged';
    const ticks = isPool && this.#order.direction === 'short' ? SHORT_GAIN_TICKS : markTicks;
    if (this.#isClosing) await this.#disagree(ticks);
    else await this.#server.mark(BTC_MARKET, ticks);
    if (isPool) await this.#useUpPool();
  }

  /** Another position of the owner loses what the account needs for both. */
  async #loseBeside(): Promise<void> {
    await this.#server.place(ETH_MARKET, { ...BESIDE, lots: 2_000 });
    await this.#server.mark(ETH_MARKET, Math.round(ETH_TICKS * 0.92));
  }

  /** The profit of another owner takes most of a small pool, so that all winners are closed. */
  async #useUpPool(): Promise<void> {
    const server = this.#server;
    const now = server.clock.time;
    const taken = SMALL_POOL - server.exchange.house().pool;
    const fund = { requestId: 'taking', now, pool: taken, insurance: 0n };
    accepted(await server.exchange.fundHouse(fund));
    const winner = { ownerId: BOB, direction: 'long', lots: 1_460, multiple: 10 } as const;
    await server.place(ETH_MARKET, winner);
    await server.mark(ETH_MARKET, Math.round(ETH_TICKS * 1.205));
  }

  async #lapse(reason: LapseReason): Promise<void> {
    const server = this.#server;
    switch (reason) {
      case 'market_removed':
        return void accepted(await server.exchange.windDown(BTC_MARKET.id, server.clock.time));
      case 'price_moving':
        return this.#waitTooLong();
      case 'market_halted':
        await this.#change({ status: 'halted' });
        return this.#waitTooLong();
      case 'contracts_close_only':
        await this.#change({ status: 'close_only' });
        return this.#waitTooLong();
      case 'market_closed':
        await server.shut(BTC_MARKET);
        server.clock.time += LEVER_LIMITS.agreementPatienceMs;
        return server.shut(BTC_MARKET);
      case 'price_beyond_worst':
        return server.mark(
          BTC_MARKET,
          this.#markOf(ensure(this.#order.worstTicks, 'a worst price') - 200),
        );
      case 'mark_unavailable':
        await server.place(ETH_MARKET, { ...BESIDE, lots: 1 });
        await server.freeze(ETH_MARKET);
        break;
      case 'insufficient_margin':
        // Its margin is most of the account.
        await server.place(ETH_MARKET, { ...BESIDE, lots: 2_500 });
        break;
      case 'exposure_limit':
        await this.#change({ limits: { ...BTC_MARKET.limits, net: usdt('1') } });
        break;
      case 'position_limit_reached':
        await this.#change({ limits: { ...BTC_MARKET.limits, owner: usdt('1') } });
        break;
      default:
        throw new Error(`no path of the writer lapses by ${reason}`);
    }
    await server.mark(BTC_MARKET, this.#markOf(this.#order.limitTicks ?? QUIET_TICKS));
  }

  async #change(changed: Partial<LeverMarketTerms>): Promise<void> {
    const { exchange, clock } = this.#server;
    const change = exchange.changeTerms(
      BTC_MARKET.id,
      (terms) => ({ ...terms, ...changed }),
      clock.time,
    );
    accepted(await change);
  }

  /** The sources do not agree for longer than a market order waits. */
  async #waitTooLong(): Promise<void> {
    this.#server.clock.time += LEVER_LIMITS.agreementPatienceMs;
    await this.#disagree(QUIET_TICKS);
  }
}
