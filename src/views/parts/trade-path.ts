/** The address of a market's order ticket. */
import type { OrderSide } from '../../../contract/spot/spot.ts';

/** Returns the address of a market's ticket, with the side if given. */
export function tradePath(matchId: number, side?: OrderSide): string {
  const query = new URLSearchParams({ id: String(matchId), ...(side && { side }) });
  return `/trade?${query.toString()}`;
}
