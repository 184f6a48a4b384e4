/** Mines the development chain at its block interval, while a transaction needs a block. */
import { IDLE, type Job, type Jobs } from '../../../kit/jobs/jobs.ts';
import type { DevelopmentChain } from './development-chain.ts';

type MinedChain = Pick<DevelopmentChain, 'blockIntervalMs' | 'mineIfWanted'>;

export class BlockMiner {
  readonly #chain: MinedChain;
  readonly #jobs: Jobs;
  #job: Job | undefined;
  #mining: Promise<void> = Promise.resolve();
  #isPaused = false;

  constructor(chain: MinedChain, jobs: Jobs) {
    this.#chain = chain;
    this.#jobs = jobs;
  }

  start(): void {
    this.#job = this.#jobs.start('block_mining', {
      everyMs: this.#chain.blockIntervalMs,
      failure: 'no block could be mined',
      work: () => this.#beat(),
    });
  }

  /** While paused, blocks come only from `DevelopmentChain.mine`. Resolves when no mining is under way. */
  async pause(isPaused: boolean): Promise<void> {
    this.#isPaused = isPaused;
    await this.#mining;
  }

  async stop(): Promise<void> {
    await this.#job?.stop();
  }

  #beat(): typeof IDLE | Promise<void> {
    if (this.#isPaused) return IDLE;
    const mined = this.#chain.mineIfWanted();
    this.#mining = mined.catch(() => undefined);
    return mined;
  }
}
