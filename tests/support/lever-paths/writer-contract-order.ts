/**
 * A contract order of the dealing writer as a system of the path runner, for what no call over HTTP brings about: acts of
 * operators, the end of a market, limits that are reached, and a pool without funds.
 */
import type { AnyEventObject } from 'xstate';
import { ensure } from '../../../contract/assert.ts';
import { limitMarkOf } from '../../../contract/figures/lever-order.ts';
import type { ContractOrderEvent } from '../../../machines/domain/lever/contract-order.events.ts';
import type { ContractOrderSnapshot } from '../../../machines/domain/lever/contract-order.snapshot.ts';
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
/** A pool from which a rise of ETH by a fifth leaves less than a fifth. */
const SMALL_POOL = usdt('12000');

/** Reason why no path of the writer has the event; null if one has. */
export function writerObstacle({ steps }: Path): string | null {
  const isClosing = (at: number): boolean =>
    steps.slice(0, at).some(({ event }) => event.type.startsWith('close.'));
  for (const [at, { event }] of steps.entries()) {
    const { type, reason } = event as { type: string; reason?: string };
    if (type === 'close.trigger' && isClosing(at)) return 'a close that waits for a price has none';
    if (type === 'order.lapse' && !LAPSES.has(reason ?? ''))
      return 'only a market order lapses by it';
  }
  return null;
}
/** Reasons for which a limit order lapses without a loss of its owner. */
const LAPSES: ReadonlySet<string> = new Set([
  'market_removed',
  'exposure_limit',
  'position_limit_reached',
  'mark_unavailable',
]);

export class WriterContractOrder implements System {
  readonly #server: LeverServer;
  readonly #path: Path;
  #id = 0;

  constructor(server: LeverServer, path: Path) {
    this.#server = server;
    this.#path = path;
  }

  async start(): Promise<void> {
    const { context } = this.#path.start.snapshot as ContractOrderSnapshot;
    const { takeProfitTicks, stopLossTicks, limitTicks, lots, multiple } = context;
    const asked = { takeProfitTicks, stopLossTicks, limitTicks, lots, multiple };
    for (const ownerId of [ANN, BOB]) await this.#server.grant(ownerId, '9000');
    await this.#server.mark(BTC_MARKET, QUIET_TICKS);
    const order = { ...asked, ownerId: ANN, direction: 'long' } as const;
    this.#id = (await this.#server.place(BTC_MARKET, order)).id;
  }

  async send(sent: AnyEventObject): Promise<void> {
    const event = sent as ContractOrderEvent;
    const server = this.#server;
    const now = server.clock.time;
    const act = { orderId: this.#id, requestId: 'request', now };
    switch (event.type) {
      case 'order.opened':
        await server.mark(BTC_MARKET, limitMarkOf('long', event.ticks, BTC_MARKET.spreadPpm));
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
        return this.#useUpPool();
      case 'order.lapse':
        return this.#lapse(event.reason);
      default:
        throw new Error(`the path runs over HTTP: ${event.type}`);
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

  async #lapse(reason: string): Promise<void> {
    const server = this.#server;
    const now = server.clock.time;
    const { context } = this.#path.start.snapshot as ContractOrderSnapshot;
    if (reason === 'market_removed')
      return void accepted(await server.exchange.windDown(BTC_MARKET.id, now));
    if (reason === 'mark_unavailable') {
      await server.place(ETH_MARKET, { ownerId: ANN, direction: 'long', lots: 1, multiple: 10 });
      await server.freeze(ETH_MARKET);
    } else {
      const limit = reason === 'exposure_limit' ? { net: usdt('1') } : { owner: usdt('1') };
      const limits = { ...BTC_MARKET.limits, ...limit };
      const change = server.exchange.changeTerms(
        BTC_MARKET.id,
        (terms) => ({ ...terms, limits }),
        now,
      );
      accepted(await change);
    }
    const limitTicks = ensure(context.limitTicks, 'a limit');
    await server.mark(BTC_MARKET, limitMarkOf('long', limitTicks, BTC_MARKET.spreadPpm));
  }
}
