/** Faults of sending, on demand of tests: what a network does at its worst. */
import type { BroadcastAnswer } from '../chain.types.ts';
import { ChainUnavailableError } from '../chain-unavailable-error.ts';

/**
 * accepted or lost says whether the network got it. twice: it gets it twice, and the second answer is
 * given. die: the process ends at once, without a word to anybody.
 */
export const BROADCAST_FAULTS = [
  'timeout_accepted',
  'timeout_lost',
  'die_accepted',
  'die_lost',
  'twice',
  'rejected',
] as const;
export type BroadcastFault = (typeof BROADCAST_FAULTS)[number];

export class BroadcastFaults {
  readonly #chain: string;
  readonly #die: () => never;
  #fault: BroadcastFault | undefined;
  #left = 0;

  constructor(chain: string, die: () => never) {
    this.#chain = chain;
    this.#die = die;
  }

  /** Holds for the next `count` times that something is sent. */
  arm(fault: BroadcastFault, count: number): void {
    this.#fault = fault;
    this.#left = count;
  }

  /** Sends, or does what was armed instead. */
  async around(send: () => Promise<BroadcastAnswer>): Promise<BroadcastAnswer> {
    if (this.#fault === undefined || this.#left === 0) return send();
    this.#left--;
    switch (this.#fault) {
      case 'twice':
        await send();
        return send();
      case 'rejected':
        return 'rejected';
      case 'timeout_accepted':
        await send();
        throw new ChainUnavailableError(this.#chain, 'timed_out');
      case 'timeout_lost':
        throw new ChainUnavailableError(this.#chain, 'timed_out');
      case 'die_accepted':
        await send();
        return this.#die();
      case 'die_lost':
        return this.#die();
    }
  }
}
