/** Request, response and errors of the calls of contracts. */
import { z } from 'zod';
import { nothing, route } from '../route.ts';
import * as lever from './lever.ts';

export const LEVER_ROUTES = {
  listLeverMarkets: route(nothing, z.array(lever.leverMarket)),
  getLeverMark: route(lever.leverMarkQuery, lever.leverMark, [
    'lever_market_not_found',
    'record_not_found',
  ]),
  placeLeverOrder: route(lever.placeLeverOrderBody, lever.leverOrder, [
    'rate_limited',
    'product_unavailable',
    'verification_required',
    'risk_acknowledgement_required',
    'idempotency_key_required',
    'idempotency_key_reused',
    'command_expired',
    'shortfall_unpaid',
    'lever_market_not_found',
    'market_halted',
    'contracts_close_only',
    'market_closed',
    'mark_unavailable',
    'lots_out_of_bounds',
    'multiple_not_offered',
    'price_not_on_tick',
    'limit_price_wrong_side',
    'take_profit_wrong_side',
    'stop_loss_wrong_side',
    'price_beyond_worst',
    'too_many_contract_orders',
    'position_limit_reached',
    'exposure_limit_reached',
    'insufficient_margin',
    'service_unavailable',
  ]),
  cancelLeverOrder: route(lever.leverOrderIdBody, lever.leverOrder, [
    'rate_limited',
    'contract_order_not_found',
    'contract_order_not_open',
    'service_unavailable',
  ]),
  cancelAllLeverOrders: route(lever.cancelAllLeverOrdersBody, z.array(lever.leverOrder), [
    'rate_limited',
    'lever_market_not_found',
    'service_unavailable',
  ]),
  amendLeverTargets: route(lever.amendTargetsBody, lever.leverOrder, [
    'rate_limited',
    'contract_order_not_found',
    'contract_order_not_open',
    'contract_order_changed',
    'mark_unavailable',
    'price_not_on_tick',
    'take_profit_wrong_side',
    'stop_loss_wrong_side',
    'service_unavailable',
  ]),
  closeLeverPosition: route(lever.leverOrderIdBody, lever.leverOrder, [
    'rate_limited',
    'contract_order_not_found',
    'contract_order_not_open',
    'service_unavailable',
  ]),
  withdrawLeverClose: route(lever.leverOrderIdBody, lever.leverOrder, [
    'rate_limited',
    'contract_order_not_found',
    'contract_order_not_open',
    'service_unavailable',
  ]),
  closeAllLeverPositions: route(lever.closeAllPositionsBody, lever.closedPositions, [
    'rate_limited',
    'lever_market_not_found',
    'service_unavailable',
  ]),
  getLeverAccount: route(nothing, lever.leverAccount),
  listLeverOrders: route(lever.listOpenLeverOrdersQuery, z.array(lever.leverOrder)),
  listLeverHistory: route(lever.listLeverHistoryQuery, lever.leverOrderPage),
  getLeverOrder: route(lever.leverOrderIdBody, lever.leverOrderDetail, [
    'contract_order_not_found',
  ]),
} as const;
