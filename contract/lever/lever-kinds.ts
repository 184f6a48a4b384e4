/** States and reasons of contract orders, apart from the schemas: for code that needs no schema library. */

/**
 * pending: waits for its price. in_trading: open. closing: waits for a price at which it closes. `closed` and
 * `cancelled` are final.
 */
export const LEVER_ORDER_STATES = [
  'pending',
  'in_trading',
  'closing',
  'closed',
  'cancelled',
] as const;
export type LeverOrderState = (typeof LEVER_ORDER_STATES)[number];

/**
 * Reason for the close of a position. stop_out: equity fell to half of the margin. deleveraged: the pool covered
 * too little. wound_down: the market ended.
 */
export const LEVER_CLOSE_REASONS = [
  'owner',
  'take_profit',
  'stop_loss',
  'stop_out',
  'deleveraged',
  'wound_down',
] as const;
export type LeverCloseReason = (typeof LEVER_CLOSE_REASONS)[number];

/**
 * Reason why an order ended before it opened. exposure_limit: the exchange took no more of this risk. price_moving: the
 * sources of prices did not agree in time. market_halted, market_closed, contracts_close_only: the market took no
 * openings while the order waited. mark_unavailable: another market of the account had no price.
 * take_profit_wrong_side, stop_loss_wrong_side, price_beyond_worst: the price had passed what the order names.
 * too_many_contract_orders, position_limit_reached: limits of the user.
 */
export const LEVER_CANCEL_REASONS = [
  'owner',
  'operator',
  'insufficient_margin',
  'exposure_limit',
  'account_stopped_out',
  'market_removed',
  'price_moving',
  'market_halted',
  'market_closed',
  'contracts_close_only',
  'mark_unavailable',
  'take_profit_wrong_side',
  'stop_loss_wrong_side',
  'price_beyond_worst',
  'too_many_contract_orders',
  'position_limit_reached',
] as const;
export type LeverCancelReason = (typeof LEVER_CANCEL_REASONS)[number];
