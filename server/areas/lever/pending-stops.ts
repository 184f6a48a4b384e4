/** Cancels the pending contract orders of users who may open nothing anymore: disabled users, and debtors. */
import type { Clock } from '../../../contract/time.ts';
import type { Log } from '../../kit/log.ts';
import type { LeverCommands } from './lever-exchange.types.ts';

export interface PendingStopParts {
  readonly commands: Pick<LeverCommands, 'cancelAll'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
}

/** Returns the cancellation for one user, which never rejects. */
export const createPendingStop =
  ({ commands, clock, log }: PendingStopParts) =>
  async (ownerId: number, requestId: 'user-disabled' | 'user-owes'): Promise<void> => {
    const failed = 'pending contract orders of a user were not canceled';
    try {
      const request = { ownerId, requestId, marketId: null, now: clock.now() };
      const answer = await commands.cancelAll(request);
      if (!answer.ok) log.error({ ownerId, requestId, error: answer.error }, failed);
    } catch (error) {
      log.error({ err: error, ownerId, requestId }, failed);
    }
  };
