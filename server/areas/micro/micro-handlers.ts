/** Calls of fast contracts. */
import { MICRO_RESULTS_MAX } from '../../../contract/micro/fairness.ts';
import type { MicroOrderInfo } from '../../../contract/micro/micro.ts';
import type { SettlementFile } from '../../../contract/micro/settlement-file.ts';
import { parseUnits } from '../../../contract/money/decimal.ts';
import { units } from '../../../contract/money/units.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { ErrorOf, RequestOf } from '../../../contract/routes.ts';
import { HOUR_MS, minuteOf, type EpochMs } from '../../../contract/time.ts';
import {
  excessOf,
  owesForNew,
  requestOf,
  type UserContext,
} from '../../kit/commands/order-calls.ts';
import type { Handlers, KeyedContext } from '../../kit/http/handlers.ts';
import type { CommandRate } from '../../kit/limits/command-rate.ts';
import type { LedgerHealth } from '../../ledger/ledger-watch.ts';
import type { MicroHistory } from './micro-history.ts';
import { withSignature, type RefusalParts } from './micro-refusals.ts';
import type { MicroWire } from './micro-wire.ts';
import type { MicroCommands, MicroView, StoredMicroOrder } from './micro.types.ts';

export type MicroHandlers = Pick<
  Handlers,
  | 'listMicroProducts'
  | 'placeMicroOrder'
  | 'listMicroOrders'
  | 'listMicroHistory'
  | 'getMicroOrder'
  | 'getMicroSettlement'
  | 'getMicroFairness'
  | 'listMicroResults'
  | 'getMicroLimits'
  | 'setMicroLimits'
>;

/** Fast contracts as a product that the exchange may switch off. */
interface MicroSwitch {
  /** Whether the exchange takes new orders. Open orders run to their end when it does not. */
  readonly isOffered: boolean;
  /** Whether the user's area is blocked. */
  isBlocked(userId: number, now: EpochMs): Promise<boolean>;
  /** Whether the user has accepted the risk notice. */
  hasAcknowledged(userId: number): Promise<boolean>;
}

interface MicroCalls extends RefusalParts {
  readonly product: MicroSwitch;
  readonly commands: MicroCommands;
  readonly view: Pick<MicroView, 'products' | 'loadAccount' | 'limits' | 'lastPoint'> & {
    find(ownerId: number, id: number): Promise<StoredMicroOrder | undefined>;
  };
  readonly history: MicroHistory;
  readonly wire: MicroWire;
  settlementOf(order: StoredMicroOrder): Promise<SettlementFile>;
  /** Decimals of the stake's currency. */
  readonly scale: number;
  /** Nothing is accepted while the ledger is not consistent; open orders run to their end. */
  readonly health: LedgerHealth;
  /** The users who owe for reversed deposits: they place nothing. */
  readonly owing: { has(userId: number): boolean };
  readonly rate: Pick<CommandRate, 'take'>;
}

const off = () => refuse('product_unavailable');
/** The calls of an exchange without fast contracts: the product is not offered, and there is nothing to list. */
export const NO_MICRO_HANDLERS: MicroHandlers = {
  listMicroProducts: () => ok([]),
  placeMicroOrder: (_, { signedIn }) =>
    signedIn.isVerified ? off() : refuse('verification_required'),
  listMicroOrders: () => ok([]),
  listMicroHistory: () => ok({ orders: [], next: null }),
  getMicroOrder: () => refuse('micro_order_not_found'),
  getMicroSettlement: () => refuse('settlement_not_found'),
  getMicroFairness: off,
  listMicroResults: off,
  getMicroLimits: off,
  setMicroLimits: off,
};

export function createMicroHandlers(calls: MicroCalls): MicroHandlers {
  const { commands, view, wire, scale } = calls;
  return {
    listMicroProducts: (_, { now }) =>
      ok(Array.from(view.products.values(), (product) => wire.product(product, now))),
    placeMicroOrder: async (body, context) => {
      // This refusal is not signed, because the limit of commands must stay cheap.
      const excess = excessOf(calls, context, false);
      if (excess) return excess;
      const placed = await place(calls, body, context);
      return placed.ok ? placed : withSignature(calls, placed, body, context);
    },
    listMicroOrders: async (_, { signedIn }) => {
      const { orders } = await view.loadAccount(signedIn.userId);
      return ok(orders.map((order) => wire.order(order)));
    },
    ...createPastHandlers({ ...calls, find: (ownerId, id) => view.find(ownerId, id) }),
    getMicroLimits: async (_, { signedIn, now }) =>
      ok(wire.limits(await view.limits(signedIn.userId, now), now)),
    setMicroLimits: async (body, { signedIn, now }) => {
      const { daily_loss_limit: limit, break_hours: hours } = body;
      const parsed = limit === undefined || limit === '' ? null : parseUnits(limit, scale);
      if (parsed === null && limit !== undefined && limit !== '')
        return refuse('stake_out_of_bounds');
      const change = {
        ...(limit !== undefined && { dailyLoss: parsed === null ? null : units(parsed) }),
        ...(hours !== undefined && { breakUntilMs: now + hours * HOUR_MS }),
      };
      const changed = await commands.setLimits(signedIn.userId, change, now);
      return changed.ok ? ok(wire.limits(changed.value, now)) : changed;
    },
  };
}

async function place(
  calls: MicroCalls,
  body: RequestOf<'placeMicroOrder'>,
  context: KeyedContext,
): Promise<Result<MicroOrderInfo, ErrorOf<'placeMicroOrder'>>> {
  const { commands, wire, scale } = calls;
  const { idempotencyKey, deadline } = context;
  const bar = await barOf(calls, context);
  if (bar !== null) return refuse(bar);
  if (!idempotencyKey.ok) return idempotencyKey;
  const key = idempotencyKey.value;
  if (await owesForNew(calls, context, key)) return refuse('shortfall_unpaid');
  const stake = parseUnits(body.stake, scale);
  if (stake === null) return refuse('stake_out_of_bounds');
  const placed = await commands.place({
    ...requestOf(context),
    productId: body.micro_product_id,
    direction: body.direction,
    stake: units(stake),
    seen: { profitPpm: body.profit_ppm, lossPpm: body.loss_ppm },
    idempotencyKey: key,
    deadline,
  });
  return placed.ok ? ok(wire.order(placed.value)) : placed;
}

interface PastCalls extends Pick<MicroCalls, 'history' | 'wire' | 'settlementOf'> {
  /** Finds an order of the owner; undefined for another's. */
  find(ownerId: number, id: number): Promise<StoredMicroOrder | undefined>;
}

type PastCall =
  | 'listMicroHistory'
  | 'getMicroOrder'
  | 'getMicroSettlement'
  | 'getMicroFairness'
  | 'listMicroResults';

/** The calls about ended orders: orders of the owner, and all calls by which others check the exchange. */
export function createPastHandlers(calls: PastCalls): Pick<MicroHandlers, PastCall> {
  const { history, wire } = calls;
  return {
    listMicroHistory: async ({ before, size }, { signedIn }) => {
      const { orders, next } = await history.page({
        ownerId: signedIn.userId,
        before: before === undefined ? undefined : Number(before),
        count: size,
      });
      return ok({
        orders: orders.map((order) => wire.order(order)),
        next: next === null ? null : String(next),
      });
    },
    getMicroOrder: async ({ id }, { signedIn }) => {
      const orderId = Number(id);
      const found = Number.isSafeInteger(orderId)
        ? await calls.find(signedIn.userId, orderId)
        : undefined;
      return found === undefined ? refuse('micro_order_not_found') : ok(wire.order(found));
    },
    getMicroSettlement: async ({ receipt }) => {
      const found = await history.byToken(receipt);
      if (found === undefined) return refuse('settlement_not_found');
      return ok(await calls.settlementOf(found));
    },
    getMicroFairness: async ({ instrument, from, days }) => {
      const counted = await history.days(instrument, { fromMs: from, days });
      return ok({
        currency_code: wire.currencyCode,
        counted_until: counted.countedUntilMs,
        days: counted.days.map((day) => wire.day(day)),
      });
    },
    listMicroResults: async ({ minute, after }) => {
      const { orders, next } = await history.results({
        minuteMs: minuteOf(minute),
        after: Number(after ?? 0),
        count: MICRO_RESULTS_MAX,
      });
      return ok({
        orders: orders.map((order) => wire.result(order)),
        next: next === null ? null : String(next),
      });
    },
  };
}

/** Returns why the user may place no order at all; null when the user may. */
async function barOf(
  { product, health }: Pick<MicroCalls, 'product' | 'health'>,
  { signedIn: { userId, isVerified }, now }: UserContext,
): Promise<
  | 'product_unavailable'
  | 'service_unavailable'
  | 'verification_required'
  | 'risk_acknowledgement_required'
  | null
> {
  if (!product.isOffered) return 'product_unavailable';
  if (!health.isConsistent()) return 'service_unavailable';
  if (!isVerified) return 'verification_required';
  if (await product.isBlocked(userId, now)) return 'product_unavailable';
  return (await product.hasAcknowledged(userId)) ? null : 'risk_acknowledgement_required';
}
