/** Invariants of an ad of the fiat market (RULES "Fiat trading") for any sequence of events. */
import type { AnyMachineSnapshot } from 'xstate';
import { FIAT_AD_EVENTS, type FiatAdEvent } from '../../machines/domain/fiat/fiat-ad.events.ts';
import type { FiatAdContext } from '../../machines/domain/fiat/fiat-ad.machine.ts';
import { FIAT_AD_PEOPLE } from '../models/fiat-ad.model.ts';
import { isChanged, stepRule, wordsOf, type Happening, type Rule, type Walk } from './rule.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as FiatAdContext;
const eventOf = ({ event }: Happening) => event as FiatAdEvent;
const isAlive = (snapshot: AnyMachineSnapshot): boolean => snapshot.matches('alive');
const unitsOf = (snapshot: AnyMachineSnapshot) => {
  const { total, remaining, inOrders, sold } = contextOf(snapshot);
  return {
    total: BigInt(total),
    remaining: BigInt(remaining),
    inOrders: BigInt(inOrders),
    sold: BigInt(sold),
  };
};

/**
 * Returns the change of a sell ad's frozen amount by the effects of a step; sold coins leave with
 * their order.
 */
function frozenBy({ before, event, after }: Happening): bigint {
  const then = unitsOf(before);
  const now = unitsOf(after.snapshot);
  const quantity = 'quantity' in event ? BigInt(String(event['quantity'])) : 0n;
  const changes: Readonly<Record<string, bigint>> = {
    resizeEscrow: now.total - then.total,
    releaseRemainder: -now.remaining,
    releaseReturned: -quantity,
  };
  const booked = after.effects.reduce((sum, effect) => sum + (changes[effect] ?? 0n), 0n);
  return booked - (now.sold - then.sold);
}

const covered: Rule = {
  name: 'what is frozen is what may be taken and what open orders hold',
  breach: ({ start, happenings }) => {
    let frozen = start.effects.includes('freezeTotal') ? unitsOf(start.snapshot).total : 0n;
    for (const happening of happenings) {
      frozen += frozenBy(happening);
      const { snapshot } = happening.after;
      const { remaining, inOrders } = unitsOf(snapshot);
      const due = (isAlive(snapshot) ? remaining : 0n) + inOrders;
      if (frozen !== due) return `${wordsOf(happening)}: frozen ${frozen}, not ${due}`;
    }
    return null;
  },
};

const counted: Rule = {
  name: 'its total is what remains, what is in orders and what was sold',
  breach: ({ start, happenings }: Walk) => {
    const broken = [start, ...happenings.map(({ after }) => after)].find(({ snapshot }) => {
      const { total, remaining, inOrders, sold } = unitsOf(snapshot);
      const isNegative = [remaining, inOrders, sold].some((part) => part < 0n);
      return isNegative || total !== remaining + inOrders + sold;
    });
    return broken === undefined ? null : JSON.stringify(broken.snapshot.context);
  },
};

export const FIAT_AD_RULES: readonly Rule[] = [
  covered,
  counted,
  stepRule('only who may send an event changes anything by it', (happening) => {
    const { type, by } = eventOf(happening);
    const { role } = FIAT_AD_EVENTS[type];
    return isChanged(happening) && (by.role !== role || by.userId !== FIAT_AD_PEOPLE[role]);
  }),
  stepRule('no user takes from an ad that is not open, nor more than remains', (happening) => {
    const { before } = happening;
    const event = eventOf(happening);
    if (event.type !== 'order.placed' || !isChanged(happening)) return false;
    const isOpen = before.matches({ alive: 'opening' });
    return !isOpen || BigInt(event.quantity) > unitsOf(before).remaining;
  }),
  stepRule(
    'what has ended never comes back, and takes no new terms',
    ({ before, after: { snapshot } }) =>
      !isAlive(before) &&
      (isAlive(snapshot) || contextOf(before).total !== contextOf(snapshot).total),
  ),
  stepRule(
    'an order never changes whether others see it, unless it takes the last',
    (happening) => {
      const { before, event, after } = happening;
      if (!event.type.startsWith('order.') || !isChanged(happening)) return false;
      const { remaining, inOrders } = unitsOf(after.snapshot);
      const isSoldOut =
        isAlive(before) && event.type === 'order.completed' && remaining + inOrders === 0n;
      const isKept = JSON.stringify(before.value) === JSON.stringify(after.snapshot.value);
      return isSoldOut ? !after.snapshot.matches('removed') : !isKept;
    },
  ),
  stepRule('an open order ends, whatever became of the ad', (happening) => {
    const { before } = happening;
    const event = eventOf(happening);
    if (event.type !== 'order.returned' && event.type !== 'order.completed') return false;
    const isHeld = BigInt(event.quantity) <= unitsOf(before).inOrders;
    const isServer = event.by.role === 'system';
    return isServer && isHeld !== isChanged(happening);
  }),
  stepRule('what an order gives back counts as not sold, what it uses up as sold', (happening) => {
    const { before, after } = happening;
    const event = eventOf(happening);
    if (!('quantity' in event) || !isChanged(happening)) return false;
    const change = unitsOf(after.snapshot).sold - unitsOf(before).sold;
    return change !== (event.type === 'order.completed' ? BigInt(event.quantity) : 0n);
  }),
  stepRule(
    'a shop is not closed over its orders',
    (happening) =>
      happening.event.type === 'shop.closed' &&
      isChanged(happening) &&
      unitsOf(happening.before).inOrders > 0n,
  ),
  stepRule('it says why it is not listed, and only then', (happening) => {
    const { after } = happening;
    const { removal } = contextOf(after.snapshot);
    if (!after.snapshot.matches('removed')) return removal !== null;
    const reasons: Readonly<Record<string, string>> = {
      'ad.remove': 'operator',
      'shop.closed': 'shop_closed',
      'order.completed': 'sold_out',
    };
    const isNew = !happening.before.matches('removed');
    return removal === null || (isNew && removal !== reasons[happening.event.type]);
  }),
  stepRule(
    'the merchant is notified of steps of an operator, and of no step of their own',
    (happening) => {
      const isOperators = isChanged(happening) && happening.event.type === 'ad.remove';
      return happening.after.effects.includes('notifyMerchant') !== isOperators;
    },
  ),
  stepRule(
    'its merchant alone suspends, resumes and cancels it, each to what it says',
    (happening) => {
      const to: Readonly<Record<string, string>> = {
        'ad.suspend': '{"alive":"suspended"}',
        'ad.resume': '{"alive":"opening"}',
        'ad.cancel': '"cancelled"',
      };
      const wanted = to[happening.event.type];
      return (
        wanted !== undefined &&
        isChanged(happening) &&
        JSON.stringify(happening.after.snapshot.value) !== wanted
      );
    },
  ),
];
