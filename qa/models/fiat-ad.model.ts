/** Alphabets of ads of the fiat market: a sell ad that starts open, and a buy ad that starts suspended. */
import type { SnapshotFrom } from 'xstate';
import {
  FIAT_AD_EVENTS,
  FIAT_AD_ROLES,
  type FiatAdEvent,
  type FiatAdRole,
} from '../../machines/domain/fiat/fiat-ad.events.ts';
import { fiatAdMachine } from '../../machines/domain/fiat/fiat-ad.machine.ts';
import { defineModel, stateAnd, type EventCase, type MachineModel } from './model.ts';

type Snapshot = SnapshotFrom<typeof fiatAdMachine>;
type Case = EventCase<FiatAdEvent, Snapshot>;
type Type = FiatAdEvent['type'];
type Fields = { readonly type: Type } & Readonly<Record<string, unknown>>;

/** User ids of the model. */
export const FIAT_AD_PEOPLE = {
  merchant: 1,
  operator: 5,
  system: 0,
  stranger: 999_999_999,
} as const;
/** Every order takes one part, and an ad has one or two parts, in units of the coin. */
export const FIAT_AD_PART = 1_000n;

const parts = (count: bigint): string => String(FIAT_AD_PART * count);
const ONE = { quantity: parts(1n) };

/** Every event from its permitted role. */
const OWN: readonly (Fields & { readonly label: string })[] = [
  { type: 'ad.edit', total: parts(2n), label: 'the merchant makes it two parts' },
  { type: 'ad.edit', total: parts(1n), label: 'the merchant makes it one part' },
  { type: 'ad.suspend', label: 'the merchant suspends it' },
  { type: 'ad.resume', label: 'the merchant resumes it' },
  { type: 'ad.cancel', label: 'the merchant cancels it' },
  { type: 'ad.remove', text: 'Not allowed here.', label: 'an operator removes it' },
  { type: 'shop.closed', label: 'the shop is closed' },
  { type: 'order.placed', ...ONE, label: 'a user takes a part' },
  { type: 'order.placed', quantity: parts(3n), label: 'a user takes more than remains' },
  { type: 'order.returned', ...ONE, label: 'an order of a part ends without a trade' },
  { type: 'order.completed', ...ONE, label: 'an order of a part is carried out' },
];

const WHO = { merchant: 'the merchant', operator: 'an operator', system: 'the server' } as const;

const eventOf = (fields: Fields, role: FiatAdRole, userId: number): FiatAdEvent =>
  ({ ...fields, by: { role, userId } }) as unknown as FiatAdEvent;

function ownCase({ label, ...fields }: (typeof OWN)[number]): Case {
  const { role } = FIAT_AD_EVENTS[fields.type];
  return { event: eventOf(fields, role, FIAT_AD_PEOPLE[role]), by: role, label };
}

/** An edit that leaves no remainder: the new total equals the taken quantity. */
const emptying: Case = {
  event: eventOf({ type: 'ad.edit', total: '0' }, 'merchant', FIAT_AD_PEOPLE.merchant),
  eventAt: ({ context }) =>
    eventOf(
      { type: 'ad.edit', total: String(BigInt(context.inOrders) + BigInt(context.sold)) },
      'merchant',
      FIAT_AD_PEOPLE.merchant,
    ),
  by: 'merchant',
  label: 'the merchant leaves nothing of it',
};

/** Every event from each role that may not send it, and the merchant's events from a stranger. */
function foreignCases(): Case[] {
  const fields: Readonly<Record<string, object>> = {
    'ad.edit': { total: parts(2n) },
    'ad.remove': { text: 'Not allowed here.' },
    'order.placed': ONE,
    'order.returned': ONE,
    'order.completed': ONE,
  };
  return (Object.keys(FIAT_AD_EVENTS) as Type[]).flatMap((type) => {
    const { role: allowed } = FIAT_AD_EVENTS[type];
    const asked = { type, ...fields[type] };
    const wrong = FIAT_AD_ROLES.filter((role) => role !== allowed).map((role): Case => ({
      event: eventOf(asked, role, FIAT_AD_PEOPLE[role]),
      by: role,
      label: `${WHO[role]} claims ${type}`,
    }));
    const posing: Case = {
      event: eventOf(asked, 'merchant', FIAT_AD_PEOPLE.stranger),
      by: 'stranger',
      label: `a stranger claims ${type} as the merchant`,
    };
    return allowed === 'merchant' ? [...wrong, posing] : wrong;
  });
}

const shared = {
  machine: fiatAdMachine,
  cases: [...OWN.map(ownCase), emptying, ...foreignCases()],
  key: (snapshot: Snapshot) => {
    const { remaining, inOrders, sold, removal } = snapshot.context;
    return stateAnd(snapshot, remaining, inOrders, sold, removal);
  },
  stateLabels: {
    'alive.opening': 'others see it and may take from it',
    'alive.suspended': 'only the merchant sees it',
    cancelled: 'the merchant ended it, and open orders go on',
    removed: 'it is not listed, and open orders go on',
  },
  limit: 500,
};

const LEFT_AT_ONCE = 'it is left before anything is seen';

export const fiatAdModel: MachineModel = defineModel({
  ...shared,
  name: 'fiat-ad',
  input: {
    merchantId: FIAT_AD_PEOPLE.merchant,
    side: 'sell',
    total: parts(1n),
    opensAtOnce: true,
  },
  unreachable: { posted: LEFT_AT_ONCE, 'posted > always #2': 'it starts open' },
});

export const fiatBuyAdModel: MachineModel = defineModel({
  ...shared,
  name: 'fiat-buy-ad',
  input: {
    merchantId: FIAT_AD_PEOPLE.merchant,
    side: 'buy',
    total: parts(1n),
    opensAtOnce: false,
  },
  unreachable: { posted: LEFT_AT_ONCE, 'posted > always #1': 'it starts suspended' },
});
