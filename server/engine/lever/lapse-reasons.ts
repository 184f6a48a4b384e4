/** Reasons for which a pending order ends without its owner: the true one, which its owner reads. Pure. */
import type { LeverMarket } from './lever-market.ts';
import type { CancelReason, OpeningRefusal } from './lever-types.ts';

/** Returns the reason of an order whose price has come and that cannot open. */
export const lapseOf = (refusal: OpeningRefusal): CancelReason =>
  refusal === 'exposure_limit_reached' ? 'exposure_limit' : refusal;

/** Returns the reason of a market order that waited too long for sources that agree. */
export function impatienceOf({ terms, mark, live }: LeverMarket): CancelReason {
  if (terms.status === 'halted') return 'market_halted';
  if (mark.state === 'closed') return 'market_closed';
  const isCloseOnly = terms.status === 'close_only' || live?.isCloseOnly === true;
  return isCloseOnly ? 'contracts_close_only' : 'price_moving';
}
