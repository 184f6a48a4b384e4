/** Request, response and errors of the calls of token subscriptions. */
import { z } from 'zod';
import { nothing, route } from '../route.ts';
import * as ieo from './ieo.ts';

export const IEO_ROUTES = {
  listOfferings: route(nothing, z.array(ieo.offering)),
  getOffering: route(ieo.offeringQuery, ieo.offeringDetail, ['offering_not_found']),
  getOfferingAllocation: route(ieo.offeringAllocationQuery, ieo.offeringAllocation, [
    'offering_not_found',
    'allocation_not_published',
  ]),
  subscribeOffering: route(ieo.subscribeOfferingBody, ieo.ieoSubscription, [
    'idempotency_key_required',
    'idempotency_key_reused',
    'command_expired',
    'offering_not_found',
    'offering_not_open',
    'amount_scale_exceeded',
    'quantity_out_of_bounds',
    'offering_limit_reached',
    'shortfall_unpaid',
    'balance_locked',
    'insufficient_balance',
    'service_unavailable',
  ]),
  listIeoSubscriptions: route(ieo.listIeoSubscriptionsQuery, ieo.ieoSubscriptionPage),
  getIeoSubscription: route(ieo.ieoSubscriptionQuery, ieo.ieoSubscription, [
    'subscription_not_found',
  ]),
} as const;
