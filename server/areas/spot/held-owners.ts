/** Cancels the open orders of an owner who holds the account: the account of a thief could fill them. */
import type { EpochMs } from '../../../contract/time.ts';
import type { SpotCommands, SpotView } from './spot-exchange.types.ts';

const REQUEST_ID = 'owner-hold';

/** @throws Error when orders of a market stay open, e.g. because it is halted. */
export async function cancelOrdersOf(
  spot: Pick<SpotCommands, 'cancelAll'> & Pick<SpotView, 'openOrders'>,
  ownerId: number,
  now: EpochMs,
): Promise<void> {
  const marketIds = new Set(spot.openOrders(ownerId).map(({ marketId }) => marketId));
  for (const marketId of marketIds) {
    const ended = await spot.cancelAll({ ownerId, requestId: REQUEST_ID, now, marketId });
    if (!ended.ok) throw new Error(`orders in market ${marketId} stay open: ${ended.error}`);
  }
}
