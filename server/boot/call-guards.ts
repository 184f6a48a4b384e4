/** The guards of both applications: they know when the database hangs and when there is too much work. */
import { CallGuard } from '../edge/http/call-guard.ts';
import { DatabasePulse } from '../kit/db/database-pulse.ts';
import { isQueueFull } from '../kit/db/database.ts';
import { LoopLag } from '../kit/process/loop-lag.ts';
import type { Foundation } from './roles/dependencies.ts';

export interface CallGuards {
  readonly users: CallGuard;
  /** Too much work of users refuses no operator: only an operator can halt a market. */
  readonly operators: CallGuard;
}

/** Starts to watch the database and the event loop; adds both to `opened`. */
export function openCallGuards(
  parts: Pick<Foundation, 'address' | 'database' | 'keyed' | 'log' | 'jobs' | 'opened'>,
): CallGuards {
  const { address, database, keyed, log, jobs, opened } = parts;
  const lag = new LoopLag({ elapsedMs: () => performance.now(), log });
  opened.add('event loop', () => lag.stop());
  lag.start(jobs);
  const users = new CallGuard({
    isBusy: ({ isRead, isFromMemory }) =>
      lag.isOver(isRead) || (!isFromMemory && (isQueueFull(database) || isQueueFull(keyed))),
  });
  const operators = new CallGuard();
  const onChange = (isHung: boolean) => {
    for (const guard of [users, operators]) guard.setHung(isHung);
  };
  const pulse = new DatabasePulse({ address, log, jobs, onChange });
  opened.add('database pulse', () => pulse.stop());
  pulse.start();
  return { users, operators };
}
