/** Turns the request of an order into the order of the core. Pure. */
import type { NewLeverOrder } from '../../engine/lever/admission.ts';
import type { NewLeverRequest } from './lever-exchange.types.ts';

/** @param id number of the new order. */
export const newOrderOf = (request: NewLeverRequest, id: number): NewLeverOrder => ({
  id,
  ownerId: request.ownerId,
  marketId: request.marketId,
  kind: request.kind,
  direction: request.direction,
  lots: request.lots,
  multiple: request.multiple,
  limitTicks: request.limitTicks,
  takeProfitTicks: request.takeProfitTicks,
  stopLossTicks: request.stopLossTicks,
  worstTicks: request.worstTicks,
});
