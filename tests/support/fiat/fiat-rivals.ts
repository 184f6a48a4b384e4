/** Steps that rival for one order, made ready so that two can be started at the same moment. */
import type { FiatOrderDetail } from '../../../contract/fiat/fiat-order.ts';
import { ticketFor } from '../desk/newcomer.ts';
import { errorOf } from '../identity-people.ts';
import type { TestOperator } from '../operators.ts';
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

/** Answers the name of the refusal, undefined where it was first. */
export type Start = () => Promise<string | undefined>;
/** Makes a step on the order of the scene ready. */
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

/** What both sides may do in each of these states, by a short name. */
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

/** An operator decides. */
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

/** Every ordered pair, each with itself too. */
export const pairsOf = (
  rivals: Readonly<Record<string, Rival>>,
): readonly (readonly [name: string, first: Rival, second: Rival])[] =>
  Object.entries(rivals).flatMap(([first, one]) =>
    Object.entries(rivals).map(([second, other]) => [`${first}, ${second}`, one, other] as const),
  );

const LOST = ['fiat_order_changed', 'already_decided', 'record_changed'];

/** Starts both. @returns what is not as it must be, one line each: one is first, the other is told. */
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

/** What the two sides see differently and must not. */
export function differences(one: FiatOrderDetail, other: FiatOrderDetail): readonly string[] {
  const shared = ['state', 'end', 'revision', 'deadline_at', 'applicant', 'postponements'] as const;
  return shared
    .filter((field) => one[field] !== other[field])
    .map((field) => `${field} is ${one[field]} to one and ${other[field]} to the other`);
}

/** Ids of ended orders whose coins did not go to exactly the side that the end says. */
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
