/** Contract trading on a feed that a test disturbs: real rules of marks, the core, and a clock in steps of 50 ms. */
import { Marks } from '../../../server/areas/market/market.area.ts';
import type { LeverEvent, LeverMark } from '../../../server/engine/lever/lever-types.ts';
import { leverMarkOf } from '../../../server/engine/lever/market-mark.ts';
import { BTC, LeverScene, ticksOf } from './lever-scene.ts';

const STEP_MS = 50;
const PAIR = 'BTC/USDT';

/** Latest price of a source; null while it is silent. */
type Says = (now: number) => { readonly ticks: number; readonly atMs: number } | null;

/** A source that says this price at every moment, by a clock that may be wrong. */
export const says =
  (price: string | number, aheadMs = 0): Says =>
  (now) => ({
    ticks: typeof price === 'number' ? price : ticksOf(BTC, price),
    atMs: now + aheadMs,
  });

/** A source that says only every so many milliseconds something new. */
export const slow =
  (price: string, everyMs: number): Says =>
  (now) => ({ ticks: ticksOf(BTC, price), atMs: now - (now % everyMs) });

export class LeverFeed {
  readonly scene = new LeverScene();
  /** Live marks and the state of the others, each once while it stays. */
  readonly seen: string[] = [];
  readonly #sources = new Map<string, Says>();
  readonly #marks: Marks;
  #seq = 0;

  /** Three sources that say this price. */
  constructor(price: string) {
    for (const id of ['a', 'b', 'c']) this.#sources.set(id, says(price));
    this.#marks = new Marks({
      pairs: [{ name: PAIR, base: 'BTC', quote: 'USDT', priceScale: 2, hours: 'always' }],
      sources: [...this.#sources.keys()].map((id) => ({
        id,
        price: () => this.#sources.get(id)?.(this.scene.now) ?? null,
        start: () => undefined,
        stop: async () => undefined,
      })),
      clock: { now: () => this.scene.now },
    });
  }

  say(source: string, price: Says): void {
    this.#sources.set(source, price);
  }

  sayAll(price: Says): void {
    for (const id of this.#sources.keys()) this.say(id, price);
  }

  /** Evaluates the sources as often as the server does. @returns the events of the core. */
  run(ms: number, each: (now: number) => void = () => {}): readonly LeverEvent[] {
    const events: LeverEvent[] = [];
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      this.scene.now += STEP_MS;
      each(this.scene.now);
      const mark = leverMarkOf(this.#marks.outside(PAIR), BTC, (this.#seq += 1));
      this.#note(mark);
      this.scene.core.takeMark(BTC.id, mark, this.scene.now, Number.POSITIVE_INFINITY);
      events.push(...this.scene.core.takeEvents());
    }
    return events;
  }

  #note(mark: LeverMark): void {
    const text = mark.state === 'live' ? `live ${mark.ticks}` : mark.state;
    if (this.seen.at(-1) !== text) this.seen.push(text);
  }
}
