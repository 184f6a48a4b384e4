/** The address of a market's order ticket. */
import type { OrderSide } from '../../../contract/spot/spot.ts';

/** Address of the ticket of a market, with the side chosen where one is named. */
export function tradePath(matchId: number, side?: OrderSide): string {
  const query = new URLSearchParams({ id: String(matchId), ...(side && { side }) });
  return `/trade?${query.toString()}`;
}
