/** Limits of one socket. The product's figures are in `contract/limits.ts`; tests pass smaller ones. */
import type { LIMITS } from '../../../contract/limits.ts';

export type GatewayLimits = {
  readonly [
    Name in Extract<
      keyof typeof LIMITS,
      `socket_${string}` | `quote_interval_ms_${string}` | 'depth_interval_ms'
    >
  ]: number;
};

/** Window of `socket_messages_per_10s_max`. */
export const MESSAGE_WINDOW_MS = 10_000;
/** Messages in one window that may be answered with an error; one more closes the socket. */
export const FAULTS_PER_WINDOW_MAX = 20;
/** Tokens of one socket that are looked up or queued; one more closes the socket. */
export const TOKENS_WAITING_MAX = 20;
/**
 * Unknown tokens of one address, or of one signed-in user, in a minute; further ones are not looked
 * up.
 */
export const REFUSED_TOKENS_PER_MINUTE_MAX = 300;
/**
 * Unsent bytes above which a reader is behind: channels of latest values send it no updates until it
 * has caught up.
 */
export const LAG_BYTES = 32_768;
/** Interval of the checks for silent and stalled readers. */
export const SWEEP_INTERVAL_MS = 1_000;
/**
 * A longer gap between two checks does not count as silence: the machine slept or stalled, or its
 * clock was set.
 */
export const SWEEP_GAP_MS_MAX = 5_000;
/** Interval of the session checks of open sockets. */
export const SESSION_CHECK_INTERVAL_MS = 1_000;
