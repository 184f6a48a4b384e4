/** Faults of a broadcast that tests request: the worst behavior of a network. */
import type { BroadcastAnswer } from '../chain.types.ts';
import { ChainUnavailableError } from '../chain-unavailable-error.ts';

/**
 * accepted or lost: whether the network got the transfer. twice: the network gets it twice, and the
 * second answer is returned. die: the process ends immediately, without an answer.
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

  /** Applies the fault to the next `count` broadcasts. */
  arm(fault: BroadcastFault, count: number): void {
    this.#fault = fault;
    this.#left = count;
  }

  /** Broadcasts, or runs the armed fault instead. */
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
