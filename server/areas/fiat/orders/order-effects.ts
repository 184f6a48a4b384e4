/** What follows from a step of an order: coins given to one side, the row kept in step, who is told what. */
import { assertNever } from '../../../../contract/assert.ts';
import type { FiatOrderState, FiatParty } from '../../../../contract/fiat/fiat-kinds.ts';
import type { EpochMs } from '../../../../contract/time.ts';
import type { FiatOrderEvent } from '../../../../machines/domain/fiat/fiat-order.events.ts';
import type { FiatOrderEffect } from '../../../../machines/domain/fiat/fiat-order.machine.ts';
import type { Transaction } from '../../../kit/db/database.ts';
import type { FiatNoticeAbout } from '../../people/people.area.ts';
import type { Escrow, HeldPart } from '../fiat.types.ts';
import { followingWindowMs, isOvertime, orderStateOf, type OrderStep } from './order-lifecycle.ts';
import type { OrderParties } from './order-heads.repo.ts';
import { updateOrder, type OrderChange } from './order-rows.repo.ts';

/** Who acts in which request; the house where a clock does. */
export interface Actor {
  readonly actorId: number;
  readonly requestId: string;
}

/** To be told after the commit. */
export interface OrderAftermath {
  readonly orderId: number;
  readonly adId: number;
  /** For whom it is news while they look elsewhere; whoever acted knows. */
  readonly notices: readonly { readonly userId: number; readonly about: FiatNoticeAbout }[];
  /** Of whom it counts as one of the cancellations of the day; null where it does not. */
  readonly cancelledBy: number | null;
  /** Whether a part of the ad was taken, given back or sold. */
  readonly touchesAd: boolean;
}

/** What a step adds to its row beside what its state says. */
export type OrderExtras = Pick<OrderChange, 'voucherIds' | 'awardText' | 'operatorId' | 'paidAtMs'>;

export interface OrderCause {
  readonly actor: Actor;
  readonly now: EpochMs;
  readonly extras?: OrderExtras;
}

type EffectList = readonly { readonly type: string }[];
const typesOf = (effects: EffectList) =>
  new Set(effects.map(({ type }) => type as FiatOrderEffect));

/** Whether the step judges that the buyer had said that they had paid, and had not. */
export const judgesPaymentFalse = ({ effects }: OrderStep): boolean =>
  typesOf(effects).has('countFalsePayment');

/** Keeps the row in step with the snapshot and carries out the effects, in the transaction of the step. */
export async function carryOut(
  tx: Transaction,
  escrow: Escrow,
  order: OrderParties,
  step: OrderStep,
  cause: OrderCause,
): Promise<void> {
  await writeOrder(tx, escrow, order, step, cause);
  await carryOutEffects(tx, escrow, order, step, cause);
}

/** The first half of {@link carryOut}: nothing of it depends on whether the step will stand. */
export async function writeOrder(
  tx: Transaction,
  escrow: Escrow,
  order: OrderParties,
  step: OrderStep,
  { now, extras = {} }: OrderCause,
): Promise<void> {
  const { snapshot, revision } = step;
  const { postponements, isPostponed, applicant, end } = snapshot.context;
  const effects = typesOf(step.effects);
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
    isCancellation: effects.has('countCancellation'),
    isPaymentFalse: judgesPaymentFalse(step),
    followingMs: followingWindowMs(snapshot),
  });
  await Promise.all([written, movesCoins(effects) && escrow.lockAdAhead(tx, order.adId)]);
}

/** The second half of {@link carryOut}. */
export async function carryOutEffects(
  tx: Transaction,
  escrow: Escrow,
  order: OrderParties,
  step: OrderStep,
  { actor, now }: OrderCause,
): Promise<void> {
  for (const effect of typesOf(step.effects))
    await carryOutEffect(tx, escrow, effect, partOf(order, actor), now);
}

const movesCoins = (effects: ReadonlySet<FiatOrderEffect>): boolean =>
  effects.has('releaseEscrow') || effects.has('returnEscrow');

async function carryOutEffect(
  tx: Transaction,
  escrow: Escrow,
  effect: FiatOrderEffect,
  part: HeldPart,
  now: EpochMs,
): Promise<void> {
  switch (effect) {
    case 'releaseEscrow':
      return escrow.release(tx, part, now);
    case 'returnEscrow':
      return escrow.giveBack(tx, part, now);
    case 'countCancellation':
    case 'countFalsePayment':
      // Noted in the row.
      return undefined;
    case 'notifyBuyer':
    case 'notifySeller':
      // After the commit.
      return undefined;
    default:
      return assertNever(effect);
  }
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

/** @param event null for the start of an order, and for the end of a clock. */
export function aftermathOf(
  { id, adId, buyerId, sellerId }: OrderParties,
  { effects, snapshot }: OrderStep,
  event: FiatOrderEvent['type'] | null,
  { actorId }: Actor,
): OrderAftermath {
  const types = typesOf(effects);
  const state = orderStateOf(snapshot);
  const told: FiatParty[] = [];
  if (types.has('notifyBuyer')) told.push('buyer');
  if (types.has('notifySeller')) told.push('seller');
  const people = { buyer: buyerId, seller: sellerId };
  return {
    orderId: id,
    adId,
    notices: told
      .filter((party) => people[party] !== actorId)
      .map((party) => ({ userId: people[party], about: aboutOf(state, event, party) })),
    cancelledBy: types.has('countCancellation') ? buyerId : null,
    touchesAd: state === 'unpaid' || movesCoins(types),
  };
}

function aboutOf(
  state: FiatOrderState,
  event: FiatOrderEvent['type'] | null,
  party: FiatParty,
): FiatNoticeAbout {
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
