/**
 * The user events of the USER channel: one entry for each kind, with the schema of its record. The
 * types of the events, the checks of the client and the generated page of the channels follow from
 * it. Records with a lifecycle come from `lifecycle-kinds.ts`.
 */
import { z } from 'zod';
import { ownFiatAd } from './fiat/fiat-market.ts';
import { fiatMessage, fiatOrder } from './fiat/fiat-order.ts';
import { leverOrder, leverWarning } from './lever/lever.ts';
import { microOrder } from './micro/micro.ts';
import { ieoSubscription, offering } from './ieo/ieo.ts';
import type { LifecycleEventKind } from './lifecycle-kinds.ts';
import { feedback } from './feedback/feedback.ts';
import { recordIdField } from './schemas/fields.ts';
import { fill, order } from './spot/spot.ts';
import { stakingPosition } from './staking/staking.ts';
import { verification } from './verification/verification.ts';
import { balance } from './wallet/accounts.ts';
import { deposit, withdrawal } from './wallet/wallet.ts';

/** A fill with the id of its order. */
const orderFill = z.object({ order_id: recordIdField, fill });
/** A message with the id of its fiat order. */
const orderMessage = z.object({ order_id: recordIdField, message: fiatMessage });

export const USER_RECORDS = {
  order,
  fill: orderFill,
  balance,
  deposit,
  withdrawal,
  verification,
  feedback,
  fiat_ad: ownFiatAd,
  fiat_order: fiatOrder,
  fiat_message: orderMessage,
  lever_order: leverOrder,
  lever_warning: leverWarning,
  micro_order: microOrder,
  staking_position: stakingPosition,
  ieo_offering: offering,
  ieo_subscription: ieoSubscription,
} as const satisfies Readonly<Record<LifecycleEventKind, z.ZodType>> &
  Readonly<Record<string, z.ZodType>>;

export type UserRecordKind = keyof typeof USER_RECORDS;
/** Kind of event → its record. */
export type UserRecords = {
  readonly [Kind in UserRecordKind]: z.infer<(typeof USER_RECORDS)[Kind]>;
};
/** A change of one of the user's own records; `record` is the whole new value. */
export type UserEventOf<Kind extends UserRecordKind> = {
  readonly [K in Kind]: { readonly kind: K; readonly record: UserRecords[K] };
}[Kind];
export type UserEvent = UserEventOf<UserRecordKind>;
/**
 * Kinds other than spot orders and balances. Clients read them by call; open contract orders and fast contracts are in
 * the snapshot of the channel, too.
 */
export type UpdateKind = Exclude<UserRecordKind, 'order' | 'fill' | 'balance'>;
