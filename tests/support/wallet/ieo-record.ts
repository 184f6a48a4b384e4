/** A token subscription on the wire and on its page, as far as the path of its model has come. */
import { readFileSync } from 'node:fs';
import type { AnyMachineSnapshot } from 'xstate';
import { SUBSCRIPTION_STATES, type SubscriptionState } from '../../../contract/ieo/ieo-kinds.ts';
import type { IeoSubscription } from '../../../contract/ieo/ieo.ts';
import type { IeoSubscriptionContext } from '../../../machines/domain/ieo/ieo-subscription.context.ts';

const texts = JSON.parse(
  readFileSync(new URL('../../../locales/en-US/ieo.json', import.meta.url), 'utf8'),
) as { readonly state: Readonly<Record<SubscriptionState, string>> };

const TIME = 1_700_000_000_000;
/** One step costs one unit of the payment currency. */
const STEP = {
  token_currency_id: 901,
  token_code: 'LUM',
  token_name: 'Lumen',
  token_scale: 8,
  pay_currency_id: 1,
  pay_code: 'USDT',
  pay_scale: 18,
  issue_price: '1',
  step: '1',
  step_price: '1',
};

/** Returns a subscription on the wire that has asked for one token. */
export const shownSubscription = (
  id: string,
  changed: Partial<IeoSubscription>,
): IeoSubscription => ({
  id,
  offering_id: '1',
  ...STEP,
  state: 'committed',
  quantity: '1',
  paid: '1',
  allocated: null,
  cost: null,
  refund: null,
  entry: 'e'.repeat(64),
  salt: 's'.repeat(32),
  subscribed_at: TIME,
  revision: 1,
  updated_at: TIME,
  ...changed,
});

/** Null for a subscription that is only requested, or that no balance covers. */
export function ieoRecord(snapshot: AnyMachineSnapshot, id: string): IeoSubscription | null {
  const state = stateOf(snapshot);
  const { steps } = snapshot.context as IeoSubscriptionContext;
  const isSettled = state === 'settled';
  return (
    state &&
    shownSubscription(id, {
      state,
      quantity: String(steps),
      paid: String(steps),
      allocated: isSettled ? '1' : null,
      cost: isSettled ? '1' : null,
      refund: isSettled ? String(steps - 1) : state === 'refunded' ? String(steps) : null,
      revision: steps + (state === 'committed' ? 0 : 100),
    })
  );
}

/** Returns its state in words; null as {@link ieoRecord}. */
export function ieoShown(snapshot: AnyMachineSnapshot): string | null {
  const state = stateOf(snapshot);
  return state && texts.state[state];
}

const stateOf = ({ value }: AnyMachineSnapshot): SubscriptionState | null =>
  SUBSCRIPTION_STATES.find((known) => known === value) ?? null;
