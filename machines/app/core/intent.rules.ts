/** One intent, done at most once: the idempotency key of its one send and of the queries for its outcome. */
import type { EpochMs } from '../../../contract/time.ts';
import type { ProblemName } from './problem.ts';

/** The command data of one intent; created with the user's tap, and never changed. */
export interface Intent {
  readonly key: string;
  /** The latest time of the server's clock at which the command may be carried out. */
  readonly expiresAt: EpochMs;
}

/** Failures that leave the outcome unknown: no reply came, or one without information about it. */
const UNCERTAIN: readonly ProblemName[] = [
  'request_timeout',
  'network_failed',
  'unexpected_reply',
  'internal_error',
  'service_unavailable',
];

export const isUncertain = (error: ProblemName): boolean => UNCERTAIN.includes(error);
