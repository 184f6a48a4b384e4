/** Events of an ad of the fiat market, and the roles that send them. Quantities are units of the coin, as text. */
import type { EventTable, Party } from '../party.ts';

/**
 * merchant: the owner of the ad. operator: moderates the market. system: orders of the ad, and the
 * shop.
 */
export const FIAT_AD_ROLES = ['merchant', 'operator', 'system'] as const;
export type FiatAdRole = (typeof FIAT_AD_ROLES)[number];
type By = { readonly by: Party<FiatAdRole> };
/** Above zero. */
type OfOrder = By & { readonly quantity: string };

export type FiatAdEvent =
  | ({ readonly type: 'ad.edit'; readonly total: string } & By)
  | ({ readonly type: 'ad.suspend' } & By)
  | ({ readonly type: 'ad.resume' } & By)
  | ({ readonly type: 'ad.cancel' } & By)
  | ({ readonly type: 'ad.remove'; readonly text: string } & By)
  | ({ readonly type: 'shop.closed' } & By)
  | ({ readonly type: 'order.placed' } & OfOrder)
  | ({ readonly type: 'order.returned' } & OfOrder)
  | ({ readonly type: 'order.completed' } & OfOrder);

/** The only role that may send each event, in any state. */
export const FIAT_AD_EVENTS = {
  'ad.edit': { role: 'merchant', description: 'The merchant changes the terms.' },
  'ad.suspend': {
    role: 'merchant',
    description: 'The merchant hides the ad.',
  },
  'ad.resume': { role: 'merchant', description: 'The merchant shows the ad again.' },
  'ad.cancel': { role: 'merchant', description: 'The merchant ends the ad.' },
  'ad.remove': { role: 'operator', description: 'An operator takes the ad down.' },
  'shop.closed': { role: 'system', description: 'The merchant closed the shop.' },
  'order.placed': { role: 'system', description: 'A user takes a part of the ad.' },
  'order.returned': { role: 'system', description: 'An order ended without a trade.' },
  'order.completed': { role: 'system', description: 'An order was completed.' },
} as const satisfies EventTable<FiatAdEvent['type'], FiatAdRole>;
