/** Runs the market maker and the demo flow of the house by timer. */
import { DemoFlow } from './demo-flow.ts';
import type { HouseParts } from './house-parts.ts';
import type { Job, Jobs } from '../../../kit/jobs/jobs.ts';
import { MarketMaker } from './market-maker.ts';

export class HouseTrading {
  private readonly maker: MarketMaker;
  private readonly flow: DemoFlow;
  private readonly jobs: Jobs;
  private job: Job | undefined;

  constructor(parts: HouseParts, jobs: Jobs) {
    this.jobs = jobs;
    this.maker = new MarketMaker(parts);
    this.flow = new DemoFlow(parts);
  }

  /** Takes old orders out of the books, then begins to quote and to deal. */
  async start(): Promise<void> {
    await Promise.all([this.maker.withdrawAll(), this.flow.withdrawAll()]);
    this.maker.tick();
    this.job ??= this.jobs.start('house_trading', {
      failure: 'the house could not trade',
      work: () => {
        this.maker.tick();
        this.flow.tick();
      },
    });
  }

  /** Places nothing more. */
  async stop(): Promise<void> {
    await this.job?.stop();
    this.job = undefined;
    this.maker.close();
    this.flow.close();
  }
}
