/** Steps that race for one order, prepared so that two can start at the same moment. */
import type { FiatOrderDetail } from '../../../contract/fiat/fiat-order.ts';
import { ticketFor } from '../desk/documents.ts';
import { errorOf } from '../users/accounts.ts';
import type { TestOperator } from '../operator/operators.ts';
import {
  applyRights,
  cancel,
  confirm,
  markAbnormal,
  orderOf,
  postpone,
  withdrawRights,
  type OrderCall,
  type OrderScene,
} from './fiat-orders.ts';

/** Sends the step. @returns the error name; undefined if it won. */
type Start = () => Promise<string | undefined>;
/** Prepares a step on the order of the scene. */
export type Rival = (scene: OrderScene) => Promise<Start>;

const by =
  (side: 'buyer' | 'seller', call: OrderCall): Rival =>
  async (scene) =>
  async () =>
    errorOf(await call(scene[side], scene.order));

const declaration: Rival = async ({ buyer, order }) => {
  const vouchers = await ticketFor(buyer.server, 'voucher');
  const seen = { id: order.id, revision: String(order.revision) };
  return async () => errorOf(await buyer.call('declareFiatPayment', { ...seen, vouchers }));
};

/** The steps of both sides in each of these states, by a short name. */
export const RIVALS = {
  unpaid: { cancel: by('buyer', cancel), pay: declaration },
  paid: {
    confirm: by('seller', confirm),
    postpone: by('seller', postpone),
    abnormalByBuyer: by('buyer', markAbnormal),
    abnormalBySeller: by('seller', markAbnormal),
    disputeByBuyer: by('buyer', applyRights),
    disputeBySeller: by('seller', applyRights),
  },
  rightsProtection: {
    confirm: by('seller', confirm),
    cancel: by('buyer', cancel),
    withdraw: by('buyer', withdrawRights),
  },
} as const satisfies Record<string, Record<string, Rival>>;

/** A decision of an operator. */
export const award =
  (operator: TestOperator, to: 'buyer' | 'seller'): Rival =>
  async ({ order }) =>
  async () =>
    errorOf(
      await operator.call('awardDispute', {
        id: order.id,
        to,
        text: 'We have looked at both accounts.',
        reason: 'looked at by a test',
      }),
    );

/** Every ordered pair, including each step with itself. */
export const pairsOf = (
  rivals: Readonly<Record<string, Rival>>,
): readonly (readonly [name: string, first: Rival, second: Rival])[] =>
  Object.entries(rivals).flatMap(([first, one]) =>
    Object.entries(rivals).map(([second, other]) => [`${first}, ${second}`, one, other] as const),
  );

const LOST = ['fiat_order_changed', 'already_decided', 'record_changed'];

/** Starts both. @returns the deviations, one line each: one must win, the other must be notified. */
export async function race(
  scene: OrderScene,
  [first, second]: readonly [Start, Start],
): Promise<readonly string[]> {
  const errors = await Promise.all([first(), second()]);
  const ofBuyer = await orderOf(scene.buyer, scene.order.id);
  return [
    ...(errors.filter((error) => error === undefined).length === 1
      ? []
      : [`answered ${errors.join(' and ')}`]),
    ...errors
      .filter((error) => error !== undefined && !LOST.includes(error))
      .map((error) => `the loser was told ${error}`),
    ...differences(ofBuyer, await orderOf(scene.seller, scene.order.id)),
    ...(ofBuyer.revision === scene.order.revision + 1
      ? []
      : [`revision ${ofBuyer.revision} after one step from ${scene.order.revision}`]),
  ];
}

/** Fields that both sides must see equal and do not. */
export function differences(one: FiatOrderDetail, other: FiatOrderDetail): readonly string[] {
  const shared = ['state', 'end', 'revision', 'deadline_at', 'applicant', 'postponements'] as const;
  return shared
    .filter((field) => one[field] !== other[field])
    .map((field) => `${field} is ${one[field]} to one and ${other[field]} to the other`);
}

/** Ids of ended orders whose coins did not go to exactly the side of their end. */
export const WRONG_PAYEES = `
  select orders.id::text from fiat_orders as orders
  left join lateral (
    select count(*) filter (where recipe = 'fiat.order_released') as released,
      count(*) filter (where recipe = 'fiat.order_returned') as returned
    from ledger_movements as movement
    where movement.recipe in ('fiat.order_released', 'fiat.order_returned')
      and movement.cause_id = orders.id::text
  ) as moved on true
  where moved.released <> case when orders.state = 'completed' then 1 else 0 end
    or moved.returned > case when orders.state = 'cancelled' then 1 else 0 end`;
