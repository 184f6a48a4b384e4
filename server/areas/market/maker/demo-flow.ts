/**
 * The demo flow: an ordinary client of the exchange that takes the best price of each market at its own
 * pace, from any owner, so that visitors see trades.
 */
import { ensure } from '../../../../contract/assert.ts';
import type { OrderSide } from '../../../../contract/spot/spot.ts';
import { SECOND_MS, type EpochMs } from '../../../../contract/time.ts';
import { OWNERS } from '../../../ledger/chart.ts';
import type { CommittedBatch } from '../../spot/spot.area.ts';
import { nextDemoDeal, type DemoDeal } from './demo-deal.ts';
import { chanceFor, type HouseParts } from './house-parts.ts';
import { Leftovers } from './leftovers.ts';
import { Refusals } from './refusals.ts';
import { dealPaceOf, leastLots, meanDealLots, type DealPace } from './trading-pace.ts';

const OWNER = { ownerId: OWNERS.demoFlow, requestId: 'demo-flow' } as const;

/** After a longer pause (sleep, a clock that was set) trades are skipped, not caught up. */
const ELAPSED_MS_MAX = SECOND_MS;
/** The pause of a market after a refused order. */
const REFUSED_REST_MS = 30 * SECOND_MS;

interface FlowMarket {
  readonly id: number;
  readonly pace: DealPace;
  readonly dealLots: number;
  readonly chance: () => number;
  /** Mean gaps until the next trade; falls with time, and faster while visitors are connected. */
  gapsLeft: number;
  lastTicks: number | null;
  lastSide: OrderSide | undefined;
  isBusy: boolean;
  restsUntil: EpochMs;
}

export class DemoFlow {
  readonly #parts: HouseParts;
  readonly #markets: ReadonlyMap<number, FlowMarket>;
  readonly #leftovers: Leftovers;
  readonly #refusals: Refusals;
  readonly #endListening: () => void;
  #lastTickAt: EpochMs;

  constructor(parts: HouseParts) {
    this.#parts = parts;
    this.#markets = new Map(
      parts.specs.map((spec): [number, FlowMarket] => {
        const chance = chanceFor(parts.seed, 'flow', spec.id);
        const market = {
          id: spec.id,
          pace: dealPaceOf(spec),
          dealLots: meanDealLots(spec),
          chance,
        };
        // The first trade comes immediately, so that every market has one.
        return [
          spec.id,
          {
            ...market,
            gapsLeft: 0,
            lastTicks: null,
            lastSide: undefined,
            isBusy: false,
            restsUntil: 0,
          },
        ];
      }),
    );
    this.#leftovers = new Leftovers(OWNER, parts);
    this.#refusals = new Refusals('demo flow', parts.clock, parts.log);
    this.#lastTickAt = parts.clock.now();
    this.#endListening = parts.view.subscribe((batch) => this.#follow(batch));
  }

  /** Cancels the open orders of an earlier run; a refused cancel is retried on later ticks. */
  withdrawAll(): Promise<void> {
    return this.#leftovers.withdraw();
  }

  /** Places the due orders, none while the ledger is not consistent. Must be called several times a second. */
  tick(): void {
    const { clock, audience, health } = this.#parts;
    if (!health.isConsistent()) return;
    const now = clock.now();
    const elapsedMs = Math.min(ELAPSED_MS_MAX, Math.max(0, now - this.#lastTickAt));
    this.#lastTickAt = now;
    for (const market of this.#markets.values()) {
      const dealsPerS = audience.isPresent ? market.pace.watched : market.pace.alone;
      market.gapsLeft -= (dealsPerS * elapsedMs) / SECOND_MS;
      if (market.gapsLeft > 0) continue;
      market.gapsLeft = gap(market.chance());
      const isFree = !market.isBusy && !this.#leftovers.has(market.id);
      if (isFree && now >= market.restsUntil) void this.#deal(market);
    }
    void this.#leftovers.withdraw();
  }

  /** Unsubscribes from the exchange. */
  close(): void {
    this.#endListening();
  }

  async #deal(market: FlowMarket): Promise<void> {
    const order = this.#nextOrder(market);
    if (order === null) return;
    market.lastSide = order.side;
    const { commands, clock } = this.#parts;
    market.isBusy = true;
    const result = await commands.place({
      ...OWNER,
      ...order,
      marketId: market.id,
      idempotencyKey: null,
      now: clock.now(),
    });
    if (!result.ok) {
      market.restsUntil = clock.now() + REFUSED_REST_MS;
      this.#refusals.note(market.id, result.error);
    } else if (result.value.state === 'paid') {
      // Another order was faster: the flow's order must not rest in the order book.
      this.#leftovers.add(market.id);
      await this.#leftovers.withdraw();
    }
    market.isBusy = false;
  }

  #nextOrder({ id, dealLots, chance, lastTicks, lastSide }: FlowMarket): DemoDeal | null {
    const { view, board, reference } = this.#parts;
    const rules = ensure(view.markets.get(id), `market ${id}`);
    const referenceTicks = rules.status === 'trading' ? reference.priceTicks(id) : null;
    if (referenceTicks === null) return null;
    return nextDemoDeal({
      referenceTicks,
      lastTicks,
      lastSide,
      bestBidTicks: board.bestPriceTicks(id, 'buy'),
      bestAskTicks: board.bestPriceTicks(id, 'sell'),
      dealLots,
      leastLots: (priceTicks) => leastLots(rules, priceTicks),
      tickLotUnits: rules.tickLotUnits,
      chance,
    });
  }

  #follow({ deals }: CommittedBatch): void {
    for (const { marketId, priceTicks } of deals) {
      const market = this.#markets.get(marketId);
      if (market !== undefined) market.lastTicks = priceTicks;
    }
  }
}

/** Returns an exponentially distributed gap with mean 1, from a uniform number. */
const gap = (uniform: number): number => -Math.log(1 - uniform);
