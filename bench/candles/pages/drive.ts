/** The clock of a bench page: one update a frame, sixty a second where the page keeps up. */
import type { Candle } from '../../../contract/market/market.ts';
import { createBars, type BenchBars } from '../bars.ts';

interface DriveResult {
  readonly updates: number;
  readonly elapsedMs: number;
}

declare global {
  interface Window {
    /** Set once the first candles are on screen; sends updates for `durationMs`. */
    startUpdates?: (durationMs: number) => Promise<DriveResult>;
  }
}

export const bars: BenchBars = createBars();

/** Offers the page to the bench. `push` hands one forming candle to the chart. */
export function offerUpdates(push: (candle: Candle) => void): void {
  window.startUpdates = (durationMs) =>
    new Promise((resolve) => {
      const begun = performance.now();
      let updates = 0;
      const onFrame = () => {
        const elapsedMs = performance.now() - begun;
        if (elapsedMs >= durationMs) {
          resolve({ updates, elapsedMs });
          return;
        }
        updates += 1;
        push(bars.next());
        requestAnimationFrame(onFrame);
      };
      requestAnimationFrame(onFrame);
    });
}

/** Whether this round draws moving averages: `?averages`. */
export const withAverages = new URLSearchParams(location.search).has('averages');
