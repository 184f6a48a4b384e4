/** The hooks of the texts for an order's state, next step and events. */
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

interface FiatOrderWords {
  readonly state: string;
  /** Whose turn it is, in short. */
  readonly headline: string;
  /** The next step, or the end of the order, in a sentence. */
  readonly next: string;
  /** The event at the end of the timer. */
  readonly atZero: string;
}

/** Returns the texts of an order, from the user's side. */
export function useFiatOrderWords(order: FiatOrder): FiatOrderWords {
  const t = useText('fiat');
  const format = useFormat();
  const { state, role, end } = order;
  const { isUnpaid, isOver, headline } = useFiatOrderLifecycle(order);
  const values = {
    amount: `${format.amount(order.amount)} ${order.fiat_code}`,
    quantity: `${format.amount(order.quantity)} ${order.currency_code}`,
    reference: order.payment_reference,
  };
  const next = () => (isOver ? '' : t(`next.${state as OpenState}.${role}`, values));
  return {
    state: t(`state.${state}`),
    headline: t(`headline.${headline}.${role}`),
    next: end === null ? next() : t(`end.${end}.${role}`, values),
    atZero: t(`zero.${isUnpaid ? 'unpaid' : 'paid'}.${role}`),
  };
}

/** Entries of the event log by name; for an event of a newer server, the state is shown. */
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

/** The event text of a passed deadline by the new state; otherwise the deadline was extended. */
const DEADLINES: Partial<Record<FiatOrderState, 'event.paymentOver' | 'event.confirmedItself'>> = {
  cancelled: 'event.paymentOver',
  completed: 'event.confirmedItself',
};

/** Returns a function that describes one entry of the event log. */
export function useFiatEventWords(): (entry: FiatOrderLogEntry) => string {
  const t = useText('fiat');
  return ({ event, state }) => {
    if (isKnownEvent(event)) return t(EVENTS[event]);
    return event === 'deadline.passed'
      ? t(DEADLINES[state] ?? 'event.overtime')
      : t(`state.${state}`);
  };
}
