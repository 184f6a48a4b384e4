/** Decides before the handshake who may open a socket, and counts who may still try tokens on one. */
import type { IncomingMessage } from 'node:http';
import { MINUTE_MS, type Clock, type EpochMs } from '../../../contract/time.ts';

/**
 * Returns whether the page may connect: its origin is that of the request's `Host`, or one of
 * `allowed`. Programs other than browsers send no origin and may read public data. `Origin: null`
 * may not.
 */
export function isOriginAllowed(request: IncomingMessage, allowed: readonly string[]): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  if (allowed.includes(origin)) return true;
  if (host === undefined || !URL.canParse(origin)) return false;
  const page = new URL(origin);
  const isWeb = page.protocol === 'http:' || page.protocol === 'https:';
  const server = `${page.protocol}//${host}`;
  // Both origins go through URL, so that a default port may be written or left out.
  return (
    isWeb && page.origin === origin && URL.canParse(server) && new URL(server).host === page.host
  );
}

/** Counts the open sockets by address. */
export class AddressCounter {
  readonly #counts = new Map<string, number>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  /** Takes a place. @returns false if the address has none left. */
  take(address: string): boolean {
    const count = this.#counts.get(address) ?? 0;
    if (count >= this.#max) return false;
    this.#counts.set(address, count + 1);
    return true;
  }

  /** Gives a place back. */
  release(address: string): void {
    const count = this.#counts.get(address) ?? 0;
    if (count <= 1) this.#counts.delete(address);
    else this.#counts.set(address, count - 1);
  }
}

/**
 * Counts unknown tokens within a minute by guesser, so that a new socket does not reset the count.
 */
export class RefusedTokens {
  readonly #counts = new Map<string, number>();
  readonly #max: number;
  readonly #clock: Clock;
  #minuteStart: EpochMs;

  constructor(max: number, clock: Clock) {
    this.#max = max;
    this.#clock = clock;
    this.#minuteStart = clock.now();
  }

  /** Counts one unknown token. */
  note(guesser: string): void {
    this.#forgetOld();
    this.#counts.set(guesser, (this.#counts.get(guesser) ?? 0) + 1);
  }

  /** Returns whether tokens of this guesser are still looked up. */
  mayTry(guesser: string): boolean {
    this.#forgetOld();
    return (this.#counts.get(guesser) ?? 0) < this.#max;
  }

  #forgetOld(): void {
    const now = this.#clock.now();
    if (Math.abs(now - this.#minuteStart) < MINUTE_MS) return;
    this.#minuteStart = now;
    this.#counts.clear();
  }
}
