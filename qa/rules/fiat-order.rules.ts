/** Invariants of a fiat order (RULES "Fiat trading") for any sequence of events. */
import type { AnyMachineSnapshot, EventFromLogic } from 'xstate';
import type { FiatOrderEnd } from '../../contract/fiat/fiat-kinds.ts';
import { LIMITS } from '../../contract/limits.ts';
import {
  FIAT_ORDER_EVENTS,
  type FiatOrderRole,
} from '../../machines/domain/fiat/fiat-order.events.ts';
import {
  type FiatOrderContext,
  type fiatOrderMachine,
} from '../../machines/domain/fiat/fiat-order.machine.ts';
import { triggerOf } from '../../machines/domain/explain/machine-shape.ts';
import { FIAT_ORDER_PEOPLE } from '../models/fiat-order.model.ts';
import { isChanged, stepRule, wordsOf, type Happening, type Rule } from './rule.ts';

type Event = EventFromLogic<typeof fiatOrderMachine>;

const ENDS: Readonly<Record<'completed' | 'cancelled', readonly FiatOrderEnd[]>> = {
  completed: ['confirmed', 'auto_confirmed', 'settled', 'awarded_to_buyer'],
  cancelled: ['buyer_cancelled', 'payment_timeout', 'settled', 'awarded_to_seller'],
};
const CLOCKS = ['arm', 'disarm'].flatMap((verb) =>
  ['paymentWindow', 'confirmWindow', 'postponeWindow'].map((delay) => `${verb} ${delay}`),
);

const isTime = ({ event }: Happening): boolean => event.type.startsWith('xstate.after.');
const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as FiatOrderContext;
const eventOf = ({ event }: Happening) => event as Event;
const has = ({ after }: Happening, effect: string): boolean => after.effects.includes(effect);
const isDone = (snapshot: AnyMachineSnapshot): boolean => snapshot.status === 'done';
const isIn = (snapshot: AnyMachineSnapshot, state: string): boolean => snapshot.matches(state);

/** Returns whether the event comes from a user and a role that may send it at all. */
function isEntitled({ role, userId }: Event['by'], type: Event['type']): boolean {
  const roles: readonly FiatOrderRole[] = FIAT_ORDER_EVENTS[type].roles;
  return roles.includes(role) && userId === FIAT_ORDER_PEOPLE[role];
}

/** Returns the names of the delays that run in a snapshot. */
const runningIn = ({ _nodes: nodes }: AnyMachineSnapshot): readonly string[] => [
  ...new Set(nodes.flatMap(({ after }) => after.map(({ eventType }) => triggerOf(eventType).name))),
];

function expectedClock(snapshot: AnyMachineSnapshot): readonly string[] {
  if (isIn(snapshot, 'unpaid')) return ['paymentWindow'];
  if (!isIn(snapshot, 'confirming')) return [];
  return JSON.stringify(snapshot.value).includes('overtime')
    ? ['postponeWindow']
    : ['confirmWindow'];
}

const oncePaid: Rule = {
  name: 'the coins go to exactly one side, once, and exactly when it ends',
  breach: ({ start, happenings }) => {
    let paid: string[] = start.effects.filter((effect) => effect.endsWith('Escrow'));
    for (const happening of happenings) {
      const { snapshot, effects } = happening.after;
      paid = [...paid, ...effects.filter((effect) => effect.endsWith('Escrow'))];
      const due = !isDone(snapshot)
        ? []
        : [isIn(snapshot, 'completed') ? 'releaseEscrow' : 'returnEscrow'];
      if (paid.join() !== due.join())
        return `${wordsOf(happening)}: paid ${paid.join() || 'no user'}`;
    }
    return null;
  },
};

const onceEnded: Rule = {
  name: 'it ends once, for a reason that fits',
  breach: ({ happenings }) => {
    const broken = happenings.find((happening) => {
      const { before, after } = happening;
      if (isDone(before)) return isChanged(happening) || after.effects.length > 0;
      const { end } = contextOf(after.snapshot);
      if (!isDone(after.snapshot)) return end !== null;
      const fitting = ENDS[isIn(after.snapshot, 'completed') ? 'completed' : 'cancelled'];
      return end === null || !fitting.includes(end);
    });
    return broken === undefined ? null : wordsOf(broken);
  },
};

const shownBefore: Rule = {
  name: 'no side gets the coins unless a payment was shown',
  breach: ({ happenings }) => {
    let isShown = false;
    for (const happening of happenings) {
      const event = eventOf(happening);
      if (event.type === 'payment.declare' && isChanged(happening))
        isShown ||= event.voucherIds.length > 0;
      if (has(happening, 'releaseEscrow') && !isShown) return wordsOf(happening);
    }
    return null;
  },
};

const withdrawnAsOftenAsAllowed: Rule = {
  name: 'each side takes its claims back as often as the limit says, and no more',
  breach: ({ happenings }) => {
    const withdrawn = { buyer: 0, seller: 0 };
    for (const happening of happenings) {
      const { type, by } = eventOf(happening);
      if (type !== 'rights.withdraw' || by.role === 'operator' || !isEntitled(by, type)) continue;
      const isOwn = contextOf(happening.before).applicant === by.role;
      const isAllowed = isOwn && withdrawn[by.role] < LIMITS.fiat_rights_withdrawals_max;
      if (isChanged(happening) !== isAllowed) return wordsOf(happening);
      withdrawn[by.role] += Number(isAllowed);
    }
    return null;
  },
};

export const FIAT_ORDER_RULES: readonly Rule[] = [
  oncePaid,
  onceEnded,
  shownBefore,
  stepRule(
    'only who may send an event changes anything by it',
    (happening) =>
      isChanged(happening) &&
      !isTime(happening) &&
      !isEntitled(eventOf(happening).by, eventOf(happening).type),
  ),
  stepRule('no side gives the coins to itself', (happening) => {
    if (isTime(happening)) return false;
    const { role } = eventOf(happening).by;
    if (role === 'buyer') return has(happening, 'releaseEscrow');
    return role === 'seller' && has(happening, 'returnEscrow');
  }),
  stepRule(
    'in rights protection it never moves without a user or an operator',
    (happening) =>
      isIn(happening.before, 'rightsProtection') && isTime(happening) && isChanged(happening),
  ),
  stepRule(
    'exactly the clock of its state runs',
    ({ after: { snapshot } }) => runningIn(snapshot).join() !== expectedClock(snapshot).join(),
  ),
  stepRule('a note that something is wrong and a wish for time move no clock', (happening) => {
    const isNote = ['order.markAbnormal', 'receipt.postpone'].includes(happening.event.type);
    return isNote && happening.after.effects.some((effect) => CLOCKS.includes(effect));
  }),
  stepRule(
    'the confirmation is postponed once at most, and by one window',
    ({ after: { snapshot } }) => contextOf(snapshot).postponements > LIMITS.fiat_postponements_max,
  ),
  stepRule('the time that was asked for is given', (happening) => {
    const { before, after } = happening;
    const isFirst = isTime(happening) && JSON.stringify(before.value).includes('inTime');
    return isFirst && contextOf(before).isPostponed === isDone(after.snapshot);
  }),
  stepRule('it says that it is abnormal from when one side said so', (happening) => {
    const { before, after } = happening;
    if (happening.event.type === 'order.markAbnormal' && isChanged(happening))
      return !JSON.stringify(after.snapshot.value).includes('abnormal');
    const wasAbnormal = JSON.stringify(before.value).includes('abnormal');
    const isConfirming = isIn(after.snapshot, 'confirming') && isIn(before, 'confirming');
    return (
      wasAbnormal && isConfirming && !JSON.stringify(after.snapshot.value).includes('abnormal')
    );
  }),
  stepRule('a claim is known with the side that made it, as long as it stands', ({ after }) => {
    const { applicant } = contextOf(after.snapshot);
    return (applicant !== null) !== isIn(after.snapshot, 'rightsProtection');
  }),
  stepRule('only the side that claims takes the claim back', (happening) => {
    const event = eventOf(happening);
    return (
      event.type === 'rights.withdraw' &&
      isChanged(happening) &&
      event.by.role !== contextOf(happening.before).applicant
    );
  }),
  stepRule('either side may always ask for rights protection once it is paid', (happening) => {
    const { type, by } = eventOf(happening);
    if (type !== 'rights.apply' || !isEntitled(by, type)) return false;
    return isChanged(happening) !== isIn(happening.before, 'confirming');
  }),
  withdrawnAsOftenAsAllowed,
  stepRule('a withdrawn appeal starts a new first period', (happening) => {
    if (happening.event.type !== 'rights.withdraw' || !isChanged(happening)) return false;
    const { snapshot } = happening.after;
    const { isPostponed, isAbnormal } = contextOf(snapshot);
    return (
      !isIn(snapshot, 'confirming') ||
      isPostponed ||
      isAbnormal ||
      !has(happening, 'arm confirmWindow')
    );
  }),
  stepRule(
    'only the side that canceled or did not pay in time counts as having canceled',
    (happening) => {
      const { snapshot } = happening.after;
      const isGivenUp =
        isIn(snapshot, 'cancelled') && contextOf(snapshot).end !== 'awarded_to_seller';
      const isCounted = isChanged(happening) && isGivenUp;
      return has(happening, 'countCancellation') !== isCounted;
    },
  ),
  stepRule('a payment is false where an operator says so, and nowhere else', (happening) => {
    const event = eventOf(happening);
    const isFalse = event.type === 'dispute.award' && event.isPaymentFalse && isChanged(happening);
    return has(happening, 'countFalsePayment') !== isFalse;
  }),
  stepRule('the side that did not act is notified when the state changes', (happening) => {
    const { before, after } = happening;
    if (metaOf(before) === metaOf(after.snapshot)) return false;
    const role = isTime(happening) ? null : eventOf(happening).by.role;
    const hasNoNotice = (side: 'buyer' | 'seller') =>
      role !== side && !has(happening, side === 'buyer' ? 'notifyBuyer' : 'notifySeller');
    return hasNoNotice('buyer') || hasNoNotice('seller');
  }),
];

const metaOf = (snapshot: AnyMachineSnapshot): string =>
  JSON.stringify(Object.values(snapshot.getMeta()));
