/** Mines the development chain in the rhythm of its blocks, while somebody waits for one. */
import type { Log } from '../../../kit/log.ts';
import type { DevelopmentChain } from './development-chain.ts';

type MinedChain = Pick<DevelopmentChain, 'blockIntervalMs' | 'mineIfWanted'>;

export class BlockMiner {
  readonly #chain: MinedChain;
  readonly #log: Log;
  #timer: NodeJS.Timeout | undefined;
  #mining: Promise<void> = Promise.resolve();
  #isPaused = false;

  constructor(chain: MinedChain, log: Log) {
    this.#chain = chain;
    this.#log = log;
  }

  start(): void {
    this.#timer = setInterval(() => this.#beat(), this.#chain.blockIntervalMs).unref();
  }

  /** While paused, blocks come only from `DevelopmentChain.mine`. Fulfilled once none is under way. */
  async pause(isPaused: boolean): Promise<void> {
    this.#isPaused = isPaused;
    await this.#mining;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#mining;
  }

  #beat(): void {
    if (this.#isPaused) return;
    this.#mining = this.#mining
      .then(() => this.#chain.mineIfWanted())
      .catch((error: unknown) => {
        this.#log.warn({ err: error }, 'no block could be mined');
      });
  }
}
