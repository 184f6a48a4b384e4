/** The hooks that word the state, the next step and the events of an order. */
import type { FiatOrder, FiatOrderLogEntry } from '../../../contract/fiat/fiat-order.ts';
import { useFiatOrderLifecycle } from '../../app/fiat/use-fiat-order.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import type { BadgeTone } from '../../ui/badge.tsx';
import type { FiatOrderState } from '../../../contract/fiat/fiat-kinds.ts';

export const ORDER_TONE: Record<FiatOrderState, BadgeTone> = {
  unpaid: 'warn',
  paid: 'accent',
  postponed: 'accent',
  abnormal: 'warn',
  rights_protection: 'down',
  completed: 'up',
  cancelled: 'neutral',
};

type OpenState = Exclude<FiatOrderState, 'completed' | 'cancelled'>;

export interface FiatOrderWords {
  readonly state: string;
  /** Whose turn it is, in a few words. */
  readonly headline: string;
  /** What to do next, or how it ended, in a sentence. */
  readonly next: string;
  /** What happens when the clock runs out. */
  readonly atZero: string;
}

/** An order in words, from the side of the person. */
export function useFiatOrderWords(order: FiatOrder): FiatOrderWords {
  const t = useText('fiat');
  const format = useFormat();
  const { state, role, end } = order;
  const { isUnpaid, isOver } = useFiatOrderLifecycle(order);
  const values = {
    amount: `${format.amount(order.amount)} ${order.fiat_code}`,
    quantity: `${format.amount(order.quantity)} ${order.currency_code}`,
    reference: order.payment_reference,
  };
  const next = () => (isOver ? '' : t(`next.${state as OpenState}.${role}`, values));
  return {
    state: t(`state.${state}`),
    headline: t(`headline.${state}.${role}`),
    next: end === null ? next() : t(`end.${end}.${role}`, values),
    atZero: t(`zero.${isUnpaid ? 'unpaid' : 'paid'}.${role}`),
  };
}

/** Entries of the event log by name; one that a newer server knows is left to its state. */
const EVENTS = {
  started: 'event.started',
  'order.cancel': 'event.cancel',
  'payment.declare': 'event.declare',
  'receipt.confirm': 'event.confirm',
  'receipt.postpone': 'event.postpone',
  'order.markAbnormal': 'event.markAbnormal',
  'rights.apply': 'event.apply',
  'rights.withdraw': 'event.withdraw',
  'dispute.award': 'event.award',
} as const;

const isKnownEvent = (event: string): event is keyof typeof EVENTS => Object.hasOwn(EVENTS, event);

/** What a deadline that passed led to; to more time otherwise. */
const DEADLINES: Partial<Record<FiatOrderState, 'event.paymentOver' | 'event.confirmedItself'>> = {
  cancelled: 'event.paymentOver',
  completed: 'event.confirmedItself',
};

/** One entry of the event log in words. */
export function useFiatEventWords(): (entry: FiatOrderLogEntry) => string {
  const t = useText('fiat');
  return ({ event, state }) => {
    if (isKnownEvent(event)) return t(EVENTS[event]);
    return event === 'deadline.passed'
      ? t(DEADLINES[state] ?? 'event.overtime')
      : t(`state.${state}`);
  };
}
