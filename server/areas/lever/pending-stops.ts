/** Cancels the pending contract orders of users who may open nothing anymore: disabled users, and debtors. */
import type { Clock } from '../../../contract/time.ts';
import type { Log } from '../../kit/log.ts';
import type { LeverDeskCommands, LeverView } from './lever-exchange.types.ts';

export interface PendingStopParts {
  /** Ends the orders for the exchange, so that their owner is not named as the one who canceled them. */
  readonly commands: Pick<LeverDeskCommands, 'dismiss'>;
  readonly view: Pick<LeverView, 'loadAccount'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
}

/** Returns the cancellation for one user, which never rejects. */
export const createPendingStop =
  ({ commands, view, clock, log }: PendingStopParts) =>
  async (ownerId: number, requestId: 'user-disabled' | 'user-owes'): Promise<void> => {
    const failed = 'pending contract orders of a user were not canceled';
    try {
      const { orders } = await view.loadAccount(ownerId);
      for (const { id: orderId } of orders.filter(({ state }) => state === 'pending')) {
        const ended = await commands.dismiss({ orderId, requestId, now: clock.now() });
        // It may have opened or ended since it was read.
        if (!ended.ok && ended.error === 'service_unavailable')
          log.error({ ownerId, orderId, requestId, error: ended.error }, failed);
      }
    } catch (error) {
      log.error({ err: error, ownerId, requestId }, failed);
    }
  };
