/** The pulse of the index on the page of fast contracts, as a system of the path runner; the test sends the points. */
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import {
  INDEX_AGE_MS,
  INDEX_GRID_MS,
  type IndexGap,
} from '../../../contract/figures/index-record.ts';
import { MINUTE_MS } from '../../../contract/time.ts';
import type { IndexTickInfo } from '../../../contract/micro/index/price-index.ts';
import type { System } from '../../../qa/run-path.ts';
import type { Move } from '../../../qa/walk.ts';
import { expect } from 'vitest';
import { settledView } from '../pages/settled-view.ts';
import { visit } from '../pages/visit.ts';
import type { ScriptedPage } from '../wallet/scripted-page.ts';
import { PAGE_PRODUCT } from './page-micro-order.ts';

interface Observation {
  readonly pulse: string | null;
  /** The text that says why no order is taken; null for none. */
  readonly notice: string | null;
  /** Whether the buttons take an order. */
  readonly isTaken: boolean;
}

const NOTICES: Readonly<Record<string, string>> = {
  frozen: 'There’s no agreed price right now. You can place orders once there is one.',
  closed: 'The market is closed. You can place orders once it opens.',
  silent: 'No prices are arriving. You can place orders once they do.',
};
const PRICE = '97250.02';
/** So short that hundreds of looks are no silence. */
const CLOCK_STEP_MS = 5;
const FRAME_MS = 20;

export class PageIndexPulse implements System {
  readonly target = 'page';
  readonly #scripted: ScriptedPage;
  #lastMs = 0;
  /** Whether the page may have a point to draw. */
  #isSent = false;
  #wanted: Observation = { pulse: 'waiting', notice: null, isTaken: false };

  constructor(scripted: ScriptedPage) {
    this.#scripted = scripted;
  }

  /** Comes to the page with a clock that stands, so that points are late only when a path says so. */
  async start(): Promise<void> {
    const { page } = this.#scripted;
    this.#isSent = false;
    this.#lastMs = Math.ceil(Date.now() / INDEX_GRID_MS) * INDEX_GRID_MS;
    await this.#scripted.answer('micro/open_orders', () => []);
    await this.#scripted.answer('micro/products', () => [PAGE_PRODUCT]);
    await page.clock.resume();
    await this.#scripted.load('/forget');
    await page.locator('main').waitFor();
    // The clock runs on until the command comes, and it cannot stop at a time that is over.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + MINUTE_MS);
    await visit(page, '/micro-trade');
    await expect
      .poll(
        async () => {
          await page.clock.runFor(CLOCK_STEP_MS);
          return this.#scripted.awaitsIndex && (await page.getByTestId('micro-up').isVisible());
        },
        { timeout: 60_000, interval: CLOCK_STEP_MS },
      )
      .toBe(true);
  }

  readonly expected = ({ snapshot }: Move): Observation => {
    this.#wanted = shownOf(snapshot);
    return this.#wanted;
  };

  /** Sends a price, and then as many points without one as the gap is long. */
  send(event: AnyEventObject): void {
    const { gap, gapMs } = event as { gap?: IndexGap | null; gapMs?: number } & AnyEventObject;
    const points: IndexTickInfo[] = [this.#point(null)];
    for (let ms = INDEX_GRID_MS; ms <= (gapMs ?? 0); ms += INDEX_GRID_MS)
      points.push(this.#point(gap ?? null));
    this.#scripted.sendIndex(PAGE_PRODUCT.instrument, points);
    this.#isSent = true;
  }

  #point(gap: IndexGap | null): IndexTickInfo {
    this.#lastMs += INDEX_GRID_MS;
    return {
      time: this.#lastMs,
      price: gap === null ? PRICE : null,
      gap,
      head: '0'.repeat(64),
    };
  }

  advance(): Promise<void> {
    return this.#scripted.page.clock.runFor(INDEX_AGE_MS);
  }

  observe(): Promise<Observation> {
    return settledView(() => this.#read(), this.#wanted);
  }

  /** A frame must pass before the page shows a point. */
  async #read(): Promise<Observation> {
    if (this.#isSent) await this.#scripted.page.clock.runFor(FRAME_MS);
    return this.#scripted.page.evaluate(() => {
      const find = (id: string) => document.querySelector<HTMLElement>(`[data-testid=${id}]`);
      const up = find('micro-up');
      return {
        pulse: find('index-price')?.dataset['pulse'] ?? null,
        notice: find('micro-notice')?.textContent ?? null,
        isTaken: up !== null && up.getAttribute('aria-disabled') !== 'true',
      };
    });
  }
}

function shownOf({ value }: AnyMachineSnapshot): Observation {
  const pulse = String(value);
  return { pulse, notice: NOTICES[pulse] ?? null, isTaken: pulse === 'live' };
}
