/** Runs the market maker and the demo flow of the house by timer. */
import { DemoFlow } from './demo-flow.ts';
import type { HouseParts } from './house-parts.ts';
import { MarketMaker } from './market-maker.ts';

/** Orders of one look gather in few commits. */
const TICK_MS = 200;

export class HouseTrading {
  private readonly maker: MarketMaker;
  private readonly flow: DemoFlow;
  private timer: NodeJS.Timeout | undefined;

  constructor(parts: HouseParts) {
    this.maker = new MarketMaker(parts);
    this.flow = new DemoFlow(parts);
  }

  /** Takes old orders out of the books, then begins to quote and to deal. */
  async start(): Promise<void> {
    await Promise.all([this.maker.withdrawAll(), this.flow.withdrawAll()]);
    this.maker.tick();
    this.timer ??= setInterval(() => {
      this.maker.tick();
      this.flow.tick();
    }, TICK_MS);
  }

  /** Places nothing more. */
  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    this.maker.close();
    this.flow.close();
  }
}
