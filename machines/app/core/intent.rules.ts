/** One wish that may come true once: sent once, and what became of it is read by its key. */
import type { EpochMs } from '../../../contract/time.ts';
import type { ProblemName } from './problem.ts';

/** What a command of one wish carries; made with the tap that asks for it, and never changed. */
export interface Intent {
  readonly key: string;
  /** The latest time of the server's clock at which it may come true. */
  readonly expiresAt: EpochMs;
}

/** Failures after which nobody knows what became of the wish: no reply came, or one that says nothing of it. */
const UNCERTAIN: readonly ProblemName[] = [
  'request_timeout',
  'network_failed',
  'unexpected_reply',
  'internal_error',
  'service_unavailable',
];

export const isUncertain = (error: ProblemName): boolean => UNCERTAIN.includes(error);
