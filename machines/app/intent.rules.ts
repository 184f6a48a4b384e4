/** One wish that must come true once: its key goes with every try, as long as the server knows it. */
import { LIMITS } from '../../contract/limits.ts';
import type { ProblemName } from './problem.ts';

/** What every try of one wish carries. */
export interface Intent {
  readonly key: string;
  /** When the person sent it. */
  readonly sentAtMs: number;
}

/**
 * Failures after which nobody knows what became of the wish: no reply came, or one that says
 * nothing of it. Asking again with the same key makes it come true once at most.
 */
const UNCERTAIN: readonly ProblemName[] = [
  'request_timeout',
  'network_failed',
  'unexpected_reply',
  'internal_error',
  'service_unavailable',
];

export const isUncertain = (error: ProblemName): boolean => UNCERTAIN.includes(error);

/** Refusals that come before the server looks the key up. */
const BEFORE_THE_KEY: readonly ProblemName[] = [
  'rate_limited',
  'need_login',
  'unauthorized',
  'session_ended',
  'user_disabled',
  'verification_required',
];

/**
 * Whether a refusal leaves open what became of the wish. Where a try before it was never answered, so
 * do refusals that come before the server looks for that try.
 * @param failureBefore why the try before it had no outcome; null for the first one.
 */
export const isOutcomeOpen = (error: ProblemName, failureBefore: ProblemName | null): boolean =>
  isUncertain(error) || (failureBefore !== null && BEFORE_THE_KEY.includes(error));

/** Whether the server still knows the key: later, the same key makes a second wish. */
export const isKeyKept = ({ sentAtMs }: Intent, nowMs: number): boolean =>
  nowMs - sentAtMs < LIMITS.idempotency_key_valid_ms;
