/** The hooks of a market's order ticket and of picking a price or side elsewhere. */
import { useSelector } from '@xstate/react';
import { useCallback, useEffect, useState } from 'react';
import type { CurrencyMatch } from '../../../contract/market/market.ts';
import type { Order, OrderKind, OrderSide } from '../../../contract/spot/spot.ts';
import { hasPrice } from '../../format/no-price.ts';
import {
  basisOf,
  figuresOf,
  percentOfSize,
  sizeOfPercent,
  stepped,
  type TicketFigures,
} from '../../../machines/app/spot/order-ticket.figures.ts';
import type { OrderTicketContext } from '../../../machines/app/spot/order-ticket.machine.ts';
import { isFarFromMarket, ticketProblems } from '../../../machines/app/spot/order-ticket.rules.ts';
import type {
  TicketFacts,
  TicketField,
  TicketFields,
} from '../../../machines/app/spot/order-ticket.types.ts';
import type { Problem, ProblemName } from '../../../machines/app/core/problem.ts';
import { orderTicketOf, type OrderTicketActor } from './order-tickets.ts';
import { limitOf, suggestPrice } from './suggested-price.ts';
import { newRandomId } from '../core/random-id.ts';
import { liveDataOf } from '../core/live/live-data.ts';
import { quoteStoreOf } from '../market/quote-view.ts';
import { useRuntime } from '../core/runtime-context.ts';
import { useBalances } from '../wallet/use-balances.ts';
import { useDepth } from '../market/use-depth.ts';

/** States of the machine `orderTicket`. */
type TicketStatus =
  | 'editing'
  | 'accepted'
  | 'refused'
  | 'outdated'
  | 'notPlaced'
  | 'submitting'
  | 'unknown';

export interface OrderTicketView {
  readonly status: TicketStatus;
  /** Whether nothing can be edited, because an order is running or its outcome is unknown. */
  readonly isLocked: boolean;
  readonly fields: TicketFields;
  /** Unit of `fields.size`. */
  readonly basis: TicketFields['sizedBy'];
  /** Available amount of the currency that the order spends, decimal text; null while unknown. */
  readonly available: string | null;
  /** The problem of a field or (null) of the order as a whole. */
  readonly problems: readonly Problem<TicketField>[];
  /** The figures; null until price and size are filled in. */
  readonly figures: TicketFigures | null;
  /** Percentage of the available balance that the size spends. */
  readonly percent: number;
  /** Whether the slider is usable: the balance (and a limit's price) is known. */
  readonly canChoosePercent: boolean;
  /** Whether the limit is so far from the last price that the server will probably refuse it. */
  readonly isFarFromMarket: boolean;
  /** The last accepted order, as the server answered it. */
  readonly placed: Order | null;
  /** Reason for which the outcome is unknown. */
  readonly failure: ProblemName | null;
  edit(fields: Partial<TicketFields>): void;
  /** Keeps the shown price, because the user is in its field. */
  holdPrice(): void;
  choosePercent(percent: number): void;
  step(field: TicketField, direction: 1 | -1): void;
  submit(): void;
  /** Queries the outcome immediately; nothing is sent again. */
  ask(): void;
  abandon(): void;
}

/** Problems that are shown during typing; the others only after a tap on the button. */
const SAID_AT_ONCE: readonly ProblemName[] = [
  'price_not_on_tick',
  'quantity_not_on_step',
  'price_outside_band',
  'order_too_large',
  'insufficient_balance',
];

/** Levels that the figures of a market order follow live; it may take from deeper ones. */
const LEVELS_FOLLOWED = 50;

/**
 * Returns the number of followed levels: for a limit order the best, if it decides between maker
 * and taker fee.
 */
function levelsFollowed(
  { maker_fee_ppm: maker, taker_fee_ppm: taker }: CurrencyMatch,
  kind: OrderKind,
) {
  if (kind === 'market') return LEVELS_FOLLOWED;
  return maker === taker ? 0 : 1;
}

/** The order ticket of a market. A new ticket starts with the last price as its limit. */
export function useOrderTicket(market: CurrencyMatch): OrderTicketView {
  const { api } = useRuntime();
  const lastPrice = useLastPrice(market);
  const actor = useTicketActor(market.id, lastPrice);
  const kind = useSelector(actor, (snapshot) => snapshot.context.fields.kind);
  const facts = useTicketFacts(market, kind, lastPrice);
  const status = useSelector(actor, statusOf);
  const context = useSelector(actor, ({ context: current }) => current);
  const { fields, placed, failure } = context;
  const basis = basisOf(fields);

  const edit = (change: Partial<TicketFields>) =>
    actor.send({ type: 'fields.edit', fields: change });
  return {
    status,
    isLocked: status === 'submitting' || status === 'unknown',
    fields,
    basis,
    available: fields.side === 'buy' ? facts.available.quote : facts.available.base,
    problems: shownProblems(context, facts),
    figures: figuresOf(fields, facts),
    percent: percentOfSize(fields, facts) ?? 0,
    canChoosePercent: sizeOfPercent(fields, facts, 100) !== null,
    isFarFromMarket: isFarFromMarket(fields, facts),
    placed,
    failure,
    edit,
    holdPrice: () => actor.send({ type: 'price.focus' }),
    choosePercent(percent) {
      const size = sizeOfPercent(fields, facts, percent);
      if (size !== null) edit({ size: size === '0' ? '' : size, percent });
    },
    step(field, direction) {
      // Reads the newest value, because a held button is faster than the screen.
      const newest = actor.getSnapshot().context.fields;
      if (field === 'price') edit({ price: stepped(newest.price, market.price_scale, direction) });
      else {
        const scale = basis === 'amount' ? market.price_scale : market.quantity_scale;
        edit({ size: stepped(newest.size, scale, direction) });
      }
    },
    submit: () =>
      actor.send({
        type: 'order.submit',
        key: newRandomId(),
        expiresAt: api.commandExpiry(),
        facts,
      }),
    ask: () => actor.send({ type: 'outcome.ask' }),
    abandon: () => actor.send({ type: 'order.abandon' }),
  };
}

/**
 * Returns the present last price, or the reference price before the first trade: read, not followed, so that price
 * changes render no ticket.
 */
function useLastPrice({ id, currency_quotation: listed, ...match }: CurrencyMatch): string {
  const live = liveDataOf(useRuntime());
  const { quotation } = quoteStoreOf(live, live.feed.quote$(id)).get();
  const { close } = quotation ?? listed;
  return hasPrice(close) ? close : (match.reference_price ?? close);
}

function useTicketFacts(market: CurrencyMatch, kind: OrderKind, lastPrice: string): TicketFacts {
  const { feed } = liveDataOf(useRuntime());
  const { status, bids, asks } = useDepth(market.id, levelsFollowed(market, kind));
  const { status: balanceStatus, balances } = useBalances();
  const availableOf = (currencyId: number) =>
    balanceStatus === 'loading' ? null : (balances.get(currencyId)?.available ?? '0');
  const best = status === 'loading' ? null : { bids, asks };
  return {
    market,
    available: {
      base: availableOf(market.base_currency_id),
      quote: availableOf(market.quote_currency_id),
    },
    // Deeper levels than those on screen may rest in the order book.
    book: kind === 'limit' ? best : feed.wholeDepth(market.id),
    lastPrice,
  };
}

function useTicketActor(matchId: number, lastPrice: string): OrderTicketActor {
  const runtime = useRuntime();
  const { feed } = liveDataOf(runtime);
  const [first] = useState({ price: limitOf(lastPrice) });
  const actor = orderTicketOf(runtime, matchId, first);
  useEffect(
    () => suggestPrice(actor, first.price, feed.quote$(matchId)),
    [actor, first, feed, matchId],
  );
  return actor;
}

type Snapshot = ReturnType<OrderTicketActor['getSnapshot']>;

function statusOf(snapshot: Snapshot): TicketStatus {
  if (snapshot.matches('submitting')) return 'submitting';
  if (snapshot.matches('unknown')) return 'unknown';
  if (snapshot.matches({ ready: 'accepted' })) return 'accepted';
  if (snapshot.matches({ ready: 'outdated' })) return 'outdated';
  if (snapshot.matches({ ready: 'notPlaced' })) return 'notPlaced';
  return snapshot.matches({ ready: 'refused' }) ? 'refused' : 'editing';
}

function shownProblems(
  { fields, problems }: OrderTicketContext,
  facts: TicketFacts,
): readonly Problem<TicketField>[] {
  if (problems.length > 0) return problems;
  return ticketProblems(fields, facts).filter(({ error }) => SAID_AT_ONCE.includes(error));
}

/** Sets the limit price of a market's ticket; a market order becomes a limit order. */
export function usePickPrice(matchId: number): (price: string) => void {
  const runtime = useRuntime();
  return useCallback(
    (price) =>
      orderTicketOf(runtime, matchId, { price }).send({
        type: 'fields.edit',
        fields: { price, kind: 'limit' },
      }),
    [runtime, matchId],
  );
}

/** Sets the side of a market's ticket. */
export function usePickSide(matchId: number): (side: OrderSide) => void {
  const runtime = useRuntime();
  return useCallback(
    (side) => orderTicketOf(runtime, matchId, {}).send({ type: 'fields.edit', fields: { side } }),
    [runtime, matchId],
  );
}
