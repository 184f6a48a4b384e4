/** Faults of the machines themselves. */
import type { AnyStateMachine } from 'xstate';
import type { FiatAdEvent } from '../../machines/domain/fiat/fiat-ad.events.ts';
import { FIAT_AD_EVENTS } from '../../machines/domain/fiat/fiat-ad.events.ts';
import {
  FIAT_ORDER_EVENTS,
  type FiatOrderRole,
} from '../../machines/domain/fiat/fiat-order.events.ts';
import type { FiatOrderEvent } from '../../machines/domain/fiat/fiat-order.events.ts';
import type { FiatOrderContext } from '../../machines/domain/fiat/fiat-order.machine.ts';
import { fiatAdModel } from '../models/fiat-ad.model.ts';
import { fiatOrderModel } from '../models/fiat-order.model.ts';
import { FIAT_AD_RULES } from '../rules/fiat-ad.rules.ts';
import { FIAT_ORDER_RULES } from '../rules/fiat-order.rules.ts';
import { changedMachine, stateIn, type Definition } from './changed-machine.ts';
import type { MachineMutant } from './mutant.ts';

type Change = (machine: AnyStateMachine) => AnyStateMachine;

const order = (name: string, fault: string, change: Change): MachineMutant => ({
  place: 'machine',
  name,
  fault,
  model: fiatOrderModel,
  rules: FIAT_ORDER_RULES,
  change,
});
const ad = (name: string, fault: string, change: Change): MachineMutant => ({
  place: 'machine',
  name,
  fault,
  model: fiatAdModel,
  rules: FIAT_AD_RULES,
  change,
});

/** Changes the definition of one state. */
const inState =
  (path: string, change: (state: Definition) => void): Change =>
  (machine) =>
    changedMachine(machine, (definition) => change(stateIn(definition, path)));

/** Changes the definition of one trigger of a state: `on`, `order.cancel`. */
const inTransition = (
  path: string,
  kind: 'on' | 'after',
  trigger: string,
  change: (candidates: Definition[]) => void,
): Change =>
  inState(path, (state) => {
    const triggers = state[kind] as Definition;
    const candidates = [triggers[trigger]].flat() as Definition[];
    change(candidates);
    triggers[trigger] = candidates;
  });

const without =
  (...actions: readonly string[]) =>
  (candidates: Definition[]): void => {
    for (const candidate of candidates)
      candidate['actions'] = [candidate['actions']]
        .flat()
        .filter((action) => !actions.includes(String(action)));
  };
const withGuard =
  (guard: string) =>
  (candidates: Definition[]): void => {
    for (const candidate of candidates) candidate['guard'] = guard;
  };
const withoutEntry = (path: string, effect: string): Change =>
  inState(path, (state) => {
    state['entry'] = [state['entry']].flat().filter((action) => action !== effect);
  });

const isRoleOfOrder = ({ event }: { readonly event: FiatOrderEvent }): boolean => {
  const roles: readonly FiatOrderRole[] = FIAT_ORDER_EVENTS[event.type].roles;
  return roles.includes(event.by.role);
};
const isApplicantOfOrder = (args: {
  readonly context: FiatOrderContext;
  readonly event: FiatOrderEvent;
}): boolean => {
  const { applicant, buyerId, sellerId } = args.context;
  const { role, userId } = args.event.by;
  return role === applicant && userId === (applicant === 'buyer' ? buyerId : sellerId);
};
const isRoleOfAd = ({ event }: { readonly event: FiatAdEvent }): boolean =>
  FIAT_AD_EVENTS[event.type].role === event.by.role;

export const MACHINE_MUTANTS: readonly MachineMutant[] = [
  order(
    'order-never-times-out',
    'an unpaid order never times out',
    inState('unpaid', (state) => void delete state['after']),
  ),
  order(
    'order-never-confirms-itself',
    'an order is never released to the buyer by timeout',
    inTransition('confirming.inTime', 'after', 'confirmWindow', (all) => void all.pop()),
  ),
  order(
    'order-cancelled-by-seller',
    'any user can cancel an unpaid order',
    inTransition('unpaid', 'on', 'order.cancel', ([first]) => void delete first?.['guard']),
  ),
  order(
    'order-paid-without-voucher',
    'a payment needs no voucher',
    inTransition('unpaid', 'on', 'payment.declare', withGuard('isByItsRole')),
  ),
  order('order-acted-on-by-stranger', 'any person may act as a side', (machine) =>
    machine.provide({ guards: { isByItsRole: isRoleOfOrder as never } }),
  ),
  order(
    'order-refund-forgotten',
    'the coins of a cancelled order stay frozen',
    withoutEntry('cancelled', 'returnEscrow'),
  ),
  order(
    'order-release-forgotten',
    'the coins of a completed order stay frozen',
    withoutEntry('completed', 'releaseEscrow'),
  ),
  order(
    'order-wrong-payee',
    'coins awarded to the seller go to the buyer',
    inTransition('rightsProtection', 'on', 'dispute.award', (all) => {
      for (const candidate of all) candidate['target'] = 'completed';
    }),
  ),
  order(
    'order-moves-in-dispute',
    'a timer runs in rights protection',
    inState('rightsProtection', (state) => {
      state['after'] = {
        confirmWindow: { target: 'completed', description: 'The seller did not respond in time.' },
      };
    }),
  ),
  order('order-postponed-again', 'the seller can postpone without limit', (machine) =>
    machine.provide({ guards: { canPostpone: isRoleOfOrder as never } }),
  ),
  order('order-claimed-without-end', 'a side can request fresh windows without limit', (machine) =>
    machine.provide({ guards: { canWithdraw: isApplicantOfOrder as never } }),
  ),
  order(
    'order-settled-not-counted',
    'a buyer who claimed a payment can cancel without limit',
    inTransition('rightsProtection', 'on', 'order.cancel', without('countCancellation')),
  ),
  order(
    'order-overtime-skipped',
    'the requested extra time is not granted',
    inTransition('confirming.inTime', 'after', 'confirmWindow', (all) => void all.splice(0, 2)),
  ),
  order(
    'order-claim-withdrawn-by-other-side',
    'either side takes a claim back',
    inTransition('rightsProtection', 'on', 'rights.withdraw', withGuard('isByItsRole')),
  ),
  order(
    'order-timeout-not-counted',
    'a late payment does not count as a cancellation',
    inTransition('unpaid', 'after', 'paymentWindow', without('countCancellation')),
  ),
  order(
    'order-false-payment-not-counted',
    'a false payment has no consequence',
    inTransition('rightsProtection', 'on', 'dispute.award', without('countFalsePayment')),
  ),
  order(
    'order-seller-not-told-of-payment',
    'the seller is not notified of the payment',
    inTransition('unpaid', 'on', 'payment.declare', without('notifySeller')),
  ),
  ad('ad-oversold', 'more is taken than remains', (machine) =>
    machine.provide({ guards: { canTake: isRoleOfAd as never } }),
  ),
  ad(
    'ad-taken-while-suspended',
    'a suspended ad is taken from',
    inState('alive.suspended', (state) => {
      const triggers = state['on'] as Definition;
      triggers['order.placed'] = { guard: 'canTake', actions: 'takeQuantity', description: 'x' };
    }),
  ),
  ad(
    'ad-refund-forgotten',
    'the remainder of a cancelled ad stays frozen',
    withoutEntry('cancelled', 'releaseRemainder'),
  ),
  ad(
    'ad-returned-part-lost',
    'coins that an order returns to a delisted ad stay frozen',
    inTransition('removed', 'on', 'order.returned', without('releaseReturned')),
  ),
  ad(
    'ad-closed-over-orders',
    'a shop is closed over the open orders of an ad',
    inTransition('alive', 'on', 'shop.closed', withGuard('isByItsRole')),
  ),
  ad(
    'ad-edited-without-coins',
    'a larger ad freezes no more than before',
    inTransition('alive', 'on', 'ad.edit', without('resizeEscrow')),
  ),
];
