/** Request, response and errors of the calls of fast contracts. */
import { z } from 'zod';
import { nothing, route } from '../route.ts';
import * as fairness from './fairness.ts';
import { settlementFile } from './settlement-file.ts';
import * as micro from './micro.ts';

export const MICRO_ROUTES = {
  listMicroProducts: route(nothing, z.array(micro.microProduct)),
  placeMicroOrder: route(micro.placeMicroOrderBody, micro.microOrder, [
    'rate_limited',
    'product_unavailable',
    'verification_required',
    'risk_acknowledgement_required',
    'idempotency_key_required',
    'idempotency_key_reused',
    'command_expired',
    'shortfall_unpaid',
    'micro_product_not_found',
    'micro_terms_changed',
    'market_halted',
    'market_closed',
    'price_stale',
    'stake_out_of_bounds',
    'stake_limit_reached',
    'too_many_micro_orders',
    'daily_loss_limit_reached',
    'trading_break',
    'insufficient_balance',
    'service_unavailable',
  ]),
  listMicroOrders: route(nothing, z.array(micro.microOrder)),
  listMicroHistory: route(micro.listMicroHistoryQuery, micro.microOrderPage),
  getMicroOrder: route(micro.microOrderIdQuery, micro.microOrder, ['micro_order_not_found']),
  getMicroSettlement: route(micro.microReceiptQuery, settlementFile, ['settlement_not_found']),
  getMicroFairness: route(fairness.microFairnessQuery, fairness.microFairness, [
    'product_unavailable',
  ]),
  listMicroResults: route(fairness.microResultsQuery, fairness.microResults, [
    'product_unavailable',
  ]),
  getMicroLimits: route(nothing, micro.microLimits, ['product_unavailable']),
  setMicroLimits: route(micro.setMicroLimitsBody, micro.microLimits, [
    'product_unavailable',
    'stake_out_of_bounds',
    'service_unavailable',
  ]),
} as const;
