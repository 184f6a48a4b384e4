/** Calls that place, amend, cancel and close contract orders. */
import { ensure } from '../../../contract/assert.ts';
import type { ErrorName } from '../../../contract/errors/catalog.ts';
import type { LeverOrderInfo } from '../../../contract/lever/lever.ts';
import { LEVER_ROUTES } from '../../../contract/lever/routes.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { LeverOrder } from '../../engine/lever/lever-types.ts';
import type { Handlers } from '../../kit/http/handlers.ts';
import { excessOf, owesForNew, requestOf } from '../../kit/commands/order-calls.ts';
import type { UserContext } from '../../kit/commands/order-calls.ts';
import type { CommandRate } from '../../kit/limits/command-rate.ts';
import type { LedgerHealth } from '../../ledger/ledger-watch.ts';
import type {
  LeverCommandRefusal,
  LeverCommands,
  LeverMarketRules,
  LeverView,
} from './lever-exchange.types.ts';
import type { LeverHistory } from './lever-history.ts';
import { readTicks } from './lever-order-terms.ts';
import { createLeverReads } from './lever-reads.ts';
import type { LeverReadHandlers, OfferedContracts } from './lever-reads.ts';
import type { LeverWire } from './lever-wire.ts';

export type LeverHandlers = LeverReadHandlers &
  Pick<
    Handlers,
    | 'placeLeverOrder'
    | 'cancelLeverOrder'
    | 'cancelAllLeverOrders'
    | 'amendLeverTargets'
    | 'closeLeverPosition'
    | 'withdrawLeverClose'
    | 'closeAllLeverPositions'
  >;

/** Contracts as a product that the exchange may switch off. */
export interface LeverProduct extends OfferedContracts {
  /** Whether the exchange takes new orders. Positions can be closed when it does not. */
  readonly isOffered: boolean;
  /** Whether the user's area is blocked. */
  isBlocked(userId: number, now: EpochMs): Promise<boolean>;
  /** Whether the user has accepted the risk notice. */
  hasAcknowledged(userId: number): Promise<boolean>;
}

export interface LeverCalls {
  readonly product: LeverProduct;
  readonly commands: LeverCommands;
  readonly view: Pick<LeverView, 'markets' | 'mark' | 'loadAccount'>;
  readonly history: LeverHistory;
  readonly wire: LeverWire;
  /** Nothing is opened while the ledger is not consistent; positions can be closed. */
  readonly health: LedgerHealth;
  /** The users who owe for reversed deposits: they open nothing. */
  readonly owing: { has(userId: number): boolean };
  readonly rate: Pick<CommandRate, 'take'>;
}

export function createLeverHandlers(calls: LeverCalls): LeverHandlers {
  const { commands, view, wire, product } = calls;
  return {
    ...createLeverReads(calls),
    placeLeverOrder: async (body, context) => {
      const { idempotencyKey, deadline } = context;
      const excess = excessOf(calls, context, false);
      if (excess) return excess;
      const bar = await barOf(calls, context);
      if (bar !== null) return refuse(bar);
      if (!idempotencyKey.ok) return idempotencyKey;
      if (await owesForNew(calls, context, idempotencyKey.value)) return refuse('shortfall_unpaid');
      const { lever_market_id: marketId, type: kind, direction, lots, multiple } = body;
      const rules = view.markets.get(marketId);
      if (rules === undefined) return refuse('lever_market_not_found');
      if (isBarred(product, rules, multiple)) return refuse('multiple_not_offered');
      const prices = {
        limitTicks: body.price,
        takeProfitTicks: body.take_profit,
        stopLossTicks: body.stop_loss,
        worstTicks: body.worst_price,
      };
      const ticks = readTicks(prices, rules);
      if (!ticks.ok) return ticks;
      const key = { idempotencyKey: idempotencyKey.value, deadline };
      const seen = { feePpm: body.fee_ppm, nightPpm: body.night_ppm };
      const terms = { marketId, kind, direction, lots, multiple, seen, ...ticks.value };
      const answer = await commands.place({ ...requestOf(context), ...key, ...terms });
      if (!answer.ok) return refuse(refusalOf('placeLeverOrder', answer.error));
      return ok(wire.order(answer.value));
    },
    cancelLeverOrder: onOrder(calls, 'cancelLeverOrder', (request) => commands.cancel(request)),
    closeLeverPosition: onOrder(calls, 'closeLeverPosition', (request) => commands.close(request)),
    withdrawLeverClose: onOrder(calls, 'withdrawLeverClose', (request) =>
      commands.withdrawClose(request),
    ),
    amendLeverTargets: async (body, context) => {
      const { revision } = body;
      const ticks = await targetTicksOf(calls, body, context.signedIn.userId);
      if (!ticks.ok) return ticks;
      const amended = { revision, ...ticks.value };
      return onOrder(calls, 'amendLeverTargets', (request) =>
        commands.amend({ ...request, ...amended }),
      )(body, context);
    },
    cancelAllLeverOrders: async ({ lever_market_id: marketId = null }, context) => {
      const excess = excessOf(calls, context, true);
      if (excess) return excess;
      if (isUnknown(view, marketId)) return refuse('lever_market_not_found');
      const answer = await commands.cancelAll({ ...requestOf(context), marketId });
      if (!answer.ok) return refuse(refusalOf('cancelAllLeverOrders', answer.error));
      return ok(answer.value.map((order) => wire.order(order)));
    },
    closeAllLeverPositions: async ({ direction, lever_market_id: marketId = null }, context) => {
      const excess = excessOf(calls, context, true);
      if (excess) return excess;
      if (isUnknown(view, marketId)) return refuse('lever_market_not_found');
      const answer = await commands.closeAll({ ...requestOf(context), direction, marketId });
      if (!answer.ok) return refuse(refusalOf('closeAllLeverPositions', answer.error));
      const closed = answer.value.filter(({ state }) => state === 'closed');
      const waiting = answer.value.filter(({ state }) => state === 'closing');
      return ok({
        closed: closed.map((order) => wire.order(order)),
        waiting: waiting.map(({ id }) => String(id)),
      });
    },
  };
}

/** Returns why the user may place no order at all; null when the user may. */
async function barOf(
  { product, health }: Pick<LeverCalls, 'product' | 'health'>,
  { signedIn: { userId, isVerified }, now }: UserContext,
) {
  if (!product.isOffered) return 'product_unavailable';
  if (!health.isConsistent()) return 'service_unavailable';
  if (!isVerified) return 'verification_required';
  if (await product.isBlocked(userId, now)) return 'product_unavailable';
  return (await product.hasAcknowledged(userId)) ? null : 'risk_acknowledgement_required';
}

/** Whether the market has the multiple, and the exchange does not offer it. The core refuses all others. */
const isBarred = (product: OfferedContracts, rules: LeverMarketRules, multiple: number): boolean =>
  rules.multiples.includes(multiple) && !product.multiplesOf(rules).includes(multiple);

/** Calls about one order. */
type OrderCall =
  | 'cancelLeverOrder'
  | 'amendLeverTargets'
  | 'closeLeverPosition'
  | 'withdrawLeverClose';
type OrderRequest = Parameters<LeverCommands['cancel']>[0];

/** Returns the handler of a command on one order. */
function onOrder<C extends OrderCall>(
  calls: LeverCalls,
  call: C,
  act: (request: OrderRequest) => Promise<Result<LeverOrder, LeverCommandRefusal>>,
) {
  const endsOnly = call === 'cancelLeverOrder' || call === 'closeLeverPosition';
  return async (
    { id }: { readonly id: string },
    context: UserContext,
  ): Promise<Result<LeverOrderInfo, RefusalOf<C> | 'rate_limited'>> => {
    const excess = excessOf(calls, context, endsOnly);
    if (excess) return excess;
    const orderId = Number(id);
    const answer = Number.isSafeInteger(orderId)
      ? await act({ ...requestOf(context), orderId })
      : refuse('contract_order_not_found');
    return answer.ok ? ok(calls.wire.order(answer.value)) : refuse(refusalOf(call, answer.error));
  };
}

/** Reads the targets of an open order; without one, the writer names the reason. */
async function targetTicksOf(
  { view }: LeverCalls,
  body: { readonly id: string; readonly take_profit: string; readonly stop_loss: string },
  ownerId: number,
) {
  const { orders } = await view.loadAccount(ownerId);
  const order = orders.find(({ id }) => String(id) === body.id);
  const rules = order && view.markets.get(order.marketId);
  if (rules === undefined) return ok({ takeProfitTicks: null, stopLossTicks: null });
  return readTicks({ takeProfitTicks: body.take_profit, stopLossTicks: body.stop_loss }, rules);
}

type RefusalOf<C extends keyof typeof LEVER_ROUTES> = (typeof LEVER_ROUTES)[C]['errors'][number];

/** Returns the refusal as one of the call. @throws AssertionError for one that the call does not list. */
function refusalOf<C extends keyof typeof LEVER_ROUTES>(call: C, error: ErrorName): RefusalOf<C> {
  const listed: readonly ErrorName[] = LEVER_ROUTES[call].errors;
  return ensure(listed.find((name) => name === error) as RefusalOf<C> | undefined, error);
}

const isUnknown = ({ markets }: Pick<LeverView, 'markets'>, marketId: number | null): boolean =>
  marketId !== null && !markets.has(marketId);
