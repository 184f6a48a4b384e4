/** Runs the market maker and the demo flow by timer. */
import { DemoFlow } from './demo-flow.ts';
import type { HouseParts } from './house-parts.ts';
import type { Job, Jobs } from '../../../kit/jobs/jobs.ts';
import { MarketMaker } from './market-maker.ts';

export class HouseTrading {
  readonly #maker: MarketMaker;
  readonly #flow: DemoFlow | undefined;
  readonly #jobs: Jobs;
  #job: Job | undefined;

  /** @param hasFlow false where prices are real: the exchange must not trade with itself then. */
  constructor(parts: HouseParts, jobs: Jobs, hasFlow: boolean) {
    this.#jobs = jobs;
    this.#maker = new MarketMaker(parts);
    this.#flow = hasFlow ? new DemoFlow(parts) : undefined;
  }

  /** Cancels old orders, then starts to quote and to trade. */
  async start(): Promise<void> {
    await Promise.all([this.#maker.withdrawAll(), this.#flow?.withdrawAll()]);
    this.#maker.tick();
    this.#job ??= this.#jobs.start('maker_trading', {
      failure: 'the market maker could not trade',
      work: () => {
        this.#maker.tick();
        this.#flow?.tick();
      },
    });
  }

  /** Places no more orders. */
  async stop(): Promise<void> {
    await this.#job?.stop();
    this.#job = undefined;
    this.#maker.close();
    this.#flow?.close();
  }
}
