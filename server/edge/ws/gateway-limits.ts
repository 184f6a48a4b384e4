/** What one socket may cost. The product's figures are in `contract/limits.ts`; tests pass smaller ones. */
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
/** Messages in one window that may be answered with an error before the socket is closed. */
export const FAULTS_PER_WINDOW_MAX = 20;
/** Tokens of one socket that are being looked up or wait for it; with one more the socket is closed. */
export const TOKENS_WAITING_MAX = 20;
/** Unknown tokens of one address, or of one person who is signed in, in a minute; no others are looked up after them. */
export const REFUSED_TOKENS_PER_MINUTE_MAX = 300;
/** With this much unsent, a reader gets no more updates but one of the latest values when it has caught up. */
export const LAG_BYTES = 32_768;
/** How often silence and stalled readers are looked for. */
export const SWEEP_INTERVAL_MS = 1_000;
/** More between two looks was no silence of the readers: the machine slept, stood still, or its clock was set. */
export const SWEEP_GAP_MS_MAX = 5_000;
/** How often the sessions behind open sockets are looked up. */
export const SESSION_CHECK_INTERVAL_MS = 1_000;
