/** The effects of an order's steps on this server: its row, its coins, and the notifications. */
import { assertNever, ensure } from '../../../../contract/assert.ts';
import type { FiatOrderState, FiatParty } from '../../../../contract/fiat/fiat-kinds.ts';
import { formatUnits } from '../../../../contract/money/decimal.ts';
import { ok } from '../../../../contract/result.ts';
import type { EpochMs } from '../../../../contract/time.ts';
import type { FiatOrderEvent } from '../../../../machines/domain/fiat/fiat-order.events.ts';
import type { fiatOrderKind } from '../../../../machines/domain/fiat/fiat-order.kind.ts';
import type { EffectOf } from '../../../../machines/domain/record-kind.ts';
import type { Transaction } from '../../../kit/db/database.ts';
import {
  RecordSteps,
  type EffectHandler,
  type TakenStep,
} from '../../../kit/lifecycle/record-steps.ts';
import type { PutPush } from '../../../kit/push/push-kind.ts';
import type { UserNotices } from '../../identity/identity.area.ts';
import type { FiatMarketCurrencies } from '../currencies.ts';
import type { Escrow, HeldPart } from '../fiat.types.ts';
import {
  FIAT_ORDER,
  followingWindowMs,
  isOvertime,
  orderStateOf,
  type OrderStep,
} from './order-lifecycle.ts';
import { readHeads, type OrderParties } from './order-heads.repo.ts';
import type { OrderUpdates } from './order-updates.ts';
import { orderPush } from './order-push.ts';
import type { OrderPushAbout } from './order-push-texts.ts';
import type { WholeOrder } from './order-reads.repo.ts';
import { updateOrder, type OrderChange } from './order-rows.repo.ts';
import { requireAsPlaced } from './order-terms.repo.ts';

type Kind = typeof fiatOrderKind;
type Effect = EffectOf<Kind>;

/** The user that acts, or the exchange for a timer or an operator, and the request. */
interface Actor {
  readonly actorId: number;
  readonly requestId: string;
}

/** The columns that a step sets in addition to those that follow from its state. */
export type OrderExtras = Pick<OrderChange, 'voucherIds' | 'awardText' | 'operatorId' | 'paidAtMs'>;

interface OrderCause {
  readonly actor: Actor;
  readonly now: EpochMs;
  /** Null for the start of an order, and for the end of a timer. */
  readonly event: FiatOrderEvent['type'] | null;
  /** The step reads the order itself when it is undefined. */
  readonly order?: OrderParties;
  readonly extras?: OrderExtras | undefined;
}

interface OrderFacts {
  readonly order: OrderParties;
  readonly state: FiatOrderState;
  readonly cause: OrderCause;
  /** Whether a part of the ad was taken, given back or sold. */
  readonly touchesAd: boolean;
}

export type TakenOrderStep = TakenStep<OrderFacts, WholeOrder>;
export type OrderLife = RecordSteps<Kind, OrderFacts, OrderCause, never, WholeOrder>;

interface OrderLifeParts {
  readonly escrow: Escrow;
  readonly orderUpdates: OrderUpdates;
  readonly putPush: PutPush;
  readonly notices: UserNotices;
  readonly fiat: Pick<FiatMarketCurrencies, 'coin'>;
  /** Called after the commit of an order that counts as one of the buyer's daily cancellations. */
  cancelled(buyerId: number): void;
}

export function createOrderLife({
  escrow,
  orderUpdates,
  putPush,
  notices,
  fiat,
  cancelled,
}: OrderLifeParts): OrderLife {
  const mailSeller = (
    tx: Transaction,
    { sellerId, currencyId, quantity }: OrderParties,
    now: EpochMs,
  ) => {
    const { code: currency, scale } = ensure(fiat.coin(currencyId), `currency ${currencyId}`);
    const amount = formatUnits(quantity, scale);
    return notices.put(tx, sellerId, { kind: 'paymentDeclared', amount, currency }, now);
  };
  const notified = (party: FiatParty): EffectHandler<OrderFacts> => ({
    async inTransaction(tx, { order, state, cause: { actor, event, now } }) {
      const userId = party === 'buyer' ? order.buyerId : order.sellerId;
      if (userId === actor.actorId) return ok(null);
      const about = aboutOf(state, event, party);
      await putPush(tx, orderPush({ userId, orderId: order.id, about }), now);
      if (event === 'payment.declare') await mailSeller(tx, order, now);
      return ok(null);
    },
  });
  return new RecordSteps<Kind, OrderFacts, OrderCause, never, WholeOrder>({
    spec: FIAT_ORDER,
    async write(tx, id, step, cause) {
      const order = cause.order ?? ensure((await readHeads(tx, [id]))[0], `fiat order ${id}`);
      await writeOrder(tx, escrow, order, step, cause);
      return factsOf(order, step, cause);
    },
    effects: {
      releaseEscrow: {
        async inTransaction(tx, { order, cause }) {
          await requireAsPlaced(tx, order);
          await escrow.release(tx, partOf(order, cause.actor), cause.now);
          return ok(null);
        },
      },
      returnEscrow: {
        async inTransaction(tx, { order, cause }) {
          await requireAsPlaced(tx, order);
          await escrow.giveBack(tx, partOf(order, cause.actor), cause.now);
          return ok(null);
        },
      },
      // The row has a flag for each of the two.
      countCancellation: { afterCommit: ({ order }) => cancelled(order.buyerId) },
      countFalsePayment: {},
      notifyBuyer: notified('buyer'),
      notifySeller: notified('seller'),
    },
    notify: ({ order: { id: orderId, adId }, touchesAd }) =>
      orderUpdates.publishChanged({ orderId, adId, touchesAd }),
  });
}

export const factsOf = (order: OrderParties, step: OrderStep, cause: OrderCause): OrderFacts => {
  const state = orderStateOf(step.snapshot);
  return { order, state, cause, touchesAd: state === 'unpaid' || movesCoins(step) };
};

/** Whether the step judges that the buyer declared a payment that was not made. */
export const judgesPaymentFalse = (step: Pick<OrderStep, 'effects'>): boolean =>
  has(step, 'countFalsePayment');

const movesCoins = (step: OrderStep): boolean =>
  has(step, 'releaseEscrow') || has(step, 'returnEscrow');

const has = ({ effects }: Pick<OrderStep, 'effects'>, effect: Effect): boolean =>
  effects.some(({ type }) => type === effect);

/**
 * Writes the row, and locks the ad when coins move. Both may run before the step is accepted, because
 * they do not depend on that.
 */
async function writeOrder(
  tx: Transaction,
  escrow: Escrow,
  order: OrderParties,
  step: OrderStep,
  { now, extras = {} }: OrderCause,
): Promise<void> {
  const { snapshot, revision } = step;
  const { postponements, isPostponed, applicant, end } = snapshot.context;
  const written = updateOrder(tx, order.id, {
    ...extras,
    state: orderStateOf(snapshot),
    end,
    postponements,
    isPostponed,
    isOvertime: isOvertime(snapshot),
    applicant,
    revision,
    updatedAtMs: now,
    endedAtMs: end === null ? null : now,
    isCancellation: has(step, 'countCancellation'),
    isPaymentFalse: judgesPaymentFalse(step),
    followingMs: followingWindowMs(snapshot),
  });
  await Promise.all([written, movesCoins(step) && escrow.lockAdAhead(tx, order.adId)]);
}

export const partOf = (order: OrderParties, { actorId, requestId }: Actor): HeldPart => ({
  orderId: order.id,
  adId: order.adId,
  buyerId: order.buyerId,
  sellerId: order.sellerId,
  currencyId: order.currencyId,
  quantity: order.quantity,
  actorId,
  requestId,
});

function aboutOf(
  state: FiatOrderState,
  event: FiatOrderEvent['type'] | null,
  party: FiatParty,
): OrderPushAbout {
  if (event === 'rights.withdraw') return 'rights_withdrawn';
  if (event === 'receipt.postpone') return 'confirmation_postponed';
  if (event === 'order.markAbnormal') return 'marked_abnormal';
  switch (state) {
    case 'unpaid':
      return party === 'buyer' ? 'pay_now' : 'order_received';
    case 'completed':
    case 'cancelled':
      return state;
    case 'rights_protection':
      return 'rights_applied';
    case 'paid':
    case 'postponed':
    case 'abnormal':
      return 'payment_declared';
    default:
      return assertNever(state);
  }
}
