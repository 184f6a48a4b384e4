/** Alphabet of a fiat order: its two sides, a stranger in the place of either, an operator. */
import type { SnapshotFrom } from 'xstate';
import { LIMITS } from '../../contract/limits.ts';
import {
  FIAT_ORDER_EVENTS,
  FIAT_ORDER_ROLES,
  type FiatOrderEvent,
  type FiatOrderRole,
} from '../../machines/domain/fiat/fiat-order.events.ts';
import {
  fiatOrderMachine,
  type FiatOrderInput,
} from '../../machines/domain/fiat/fiat-order.machine.ts';
import { defineModel, stateAnd, type EventCase, type MachineModel } from './model.ts';

type Snapshot = SnapshotFrom<typeof fiatOrderMachine>;
type Case = EventCase<FiatOrderEvent, Snapshot>;
type Type = FiatOrderEvent['type'];
type Fields = { readonly type: Type } & Readonly<Record<string, unknown>>;

/** User ids of the model. */
export const FIAT_ORDER_PEOPLE = {
  buyer: 1,
  seller: 2,
  operator: 5,
  stranger: 999_999_999,
} as const;

/** Input of an order on an ad with the shortest payment window. */
export const FIAT_ORDER_INPUT: FiatOrderInput = {
  buyerId: FIAT_ORDER_PEOPLE.buyer,
  sellerId: FIAT_ORDER_PEOPLE.seller,
  paymentWindowMs: 15 * 60_000,
  confirmWindowMs: LIMITS.fiat_confirm_window_ms,
  postponeWindowMs: LIMITS.fiat_postpone_window_ms,
};

const VOUCHER = { voucherIds: ['voucher'] };
const CLAIM = { reason: 'other' };
const AWARD = { to: 'seller', isPaymentFalse: false, text: 'The payment was shown.' };

/** Every event from its permitted roles. */
const OWN: readonly (Fields & { readonly role: FiatOrderRole; readonly label: string })[] = [
  { role: 'buyer', type: 'order.cancel', label: 'the buyer cancels it' },
  { role: 'buyer', type: 'payment.declare', ...VOUCHER, label: 'the buyer shows the payment' },
  {
    role: 'buyer',
    type: 'payment.declare',
    voucherIds: [],
    label: 'the buyer says that they paid and shows nothing',
  },
  { role: 'seller', type: 'receipt.confirm', label: 'the seller confirms the receipt' },
  { role: 'seller', type: 'receipt.postpone', label: 'the seller postpones the confirmation' },
  { role: 'buyer', type: 'order.markAbnormal', label: 'the buyer marks it abnormal' },
  { role: 'seller', type: 'order.markAbnormal', label: 'the seller marks it abnormal' },
  { role: 'buyer', type: 'rights.apply', ...CLAIM, label: 'the buyer asks for rights protection' },
  {
    role: 'seller',
    type: 'rights.apply',
    ...CLAIM,
    label: 'the seller asks for rights protection',
  },
  { role: 'buyer', type: 'rights.withdraw', label: 'the buyer takes the claim back' },
  { role: 'seller', type: 'rights.withdraw', label: 'the seller takes the claim back' },
  {
    role: 'operator',
    type: 'dispute.award',
    ...AWARD,
    to: 'buyer',
    label: 'an operator decides for the buyer',
  },
  {
    role: 'operator',
    type: 'dispute.award',
    ...AWARD,
    label: 'an operator decides for the seller',
  },
  {
    role: 'operator',
    type: 'dispute.award',
    ...AWARD,
    isPaymentFalse: true,
    label: 'an operator decides for the seller: nothing was paid',
  },
  {
    role: 'operator',
    type: 'dispute.award',
    ...AWARD,
    to: 'buyer',
    isPaymentFalse: true,
    label: 'an operator decides for the buyer, and says that nothing was paid',
  },
];

const WHO = { buyer: 'the buyer', seller: 'the seller', operator: 'an operator' } as const;

const eventOf = (fields: Fields, role: FiatOrderRole, userId: number): FiatOrderEvent =>
  ({ ...fields, by: { role, userId } }) as unknown as FiatOrderEvent;

function ownCase({ role, label, ...fields }: (typeof OWN)[number]): Case {
  return { event: eventOf(fields, role, FIAT_ORDER_PEOPLE[role]), by: role, label };
}

/** Every event from each role that may not send it, and from a stranger in a permitted role. */
function foreignCases(): Case[] {
  const fields: Readonly<Record<string, object>> = {
    'payment.declare': VOUCHER,
    'rights.apply': CLAIM,
    'dispute.award': AWARD,
  };
  return (Object.keys(FIAT_ORDER_EVENTS) as Type[]).flatMap((type) => {
    const roles: readonly FiatOrderRole[] = FIAT_ORDER_EVENTS[type].roles;
    const asked = { type, ...fields[type] };
    const wrong = FIAT_ORDER_ROLES.filter((role) => !roles.includes(role)).map((role): Case => ({
      event: eventOf(asked, role, FIAT_ORDER_PEOPLE[role]),
      by: role,
      label: `${WHO[role]} claims ${type}`,
    }));
    const posing = roles
      .filter((role) => role !== 'operator')
      .map((role): Case => ({
        event: eventOf(asked, role, FIAT_ORDER_PEOPLE.stranger),
        by: 'stranger',
        label: `a stranger claims ${type} as ${WHO[role]}`,
      }));
    return [...wrong, ...posing];
  });
}

/** In a dispute, and after the end, earlier postponements and marks do not show. */
function key(snapshot: Snapshot): string {
  const { postponements, isPostponed, applicant, end } = snapshot.context;
  if (snapshot.status === 'done') return stateAnd(snapshot, end);
  const withdrawn = postponements === 0 ? withdrawnBy(snapshot) : [];
  if (snapshot.matches('rightsProtection'))
    return stateAnd(snapshot, postponements, applicant, ...withdrawn);
  const isPlain = snapshot.matches({ confirming: { inTime: 'paid' } });
  return stateAnd(snapshot, postponements, isPostponed, ...(isPlain ? withdrawn : []));
}

/**
 * Withdrawn claims by side. They are part of the key only while one side alone has withdrawn, and
 * nothing else was done to the order, because the rule is the same everywhere.
 */
function withdrawnBy({ context }: Snapshot): (string | number)[] {
  const { applicant } = context;
  // Capped, so that a wrong machine that forgets the limit still has finitely many keys.
  const [buyer, seller] = [context.buyerWithdrawals, context.sellerWithdrawals].map((count) =>
    Math.min(count, LIMITS.fiat_rights_withdrawals_max),
  ) as [number, number];
  if (buyer + seller === 0) return [];
  if (applicant !== null) {
    const [own, other] = applicant === 'buyer' ? [buyer, seller] : [seller, buyer];
    return other > 0 ? ['by the other'] : [own];
  }
  return buyer > 0 && seller > 0 ? ['both'] : [buyer, seller];
}

export const fiatOrderModel: MachineModel = defineModel({
  name: 'fiat-order',
  machine: fiatOrderMachine,
  input: FIAT_ORDER_INPUT,
  cases: [...OWN.map(ownCase), ...foreignCases()],
  key,
  stateLabels: {
    unpaid: 'the coins are held and the buyer has to pay',
    'confirming.inTime.paid': 'the seller has to confirm in the first window',
    'confirming.inTime.postponed': 'the seller has asked for more time, and the first window runs',
    'confirming.inTime.abnormal': 'something is wrong, and the first window of the seller runs',
    'confirming.overtime.postponed': 'the seller has to confirm in the time that was asked for',
    'confirming.overtime.abnormal': 'something is wrong, and the time that was asked for runs',
    rightsProtection: 'an operator has to decide, and no clock runs',
    completed: 'the coins are the buyer’s',
    cancelled: 'the coins are the seller’s again',
  },
  limit: 700,
});
