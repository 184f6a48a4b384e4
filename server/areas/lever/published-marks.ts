/** Marks for listeners: one at which something was done only after its commit, and never an older one after a newer. */
import type { Log } from '../../kit/log.ts';
import { Listeners } from '../../kit/process/listeners.ts';
import type { LeverMarkView } from './lever-exchange.types.ts';
import type { TakenMarks } from './taken-marks.ts';

type Published = [marketId: number, view: LeverMarkView];

export class PublishedMarks {
  readonly #taken: Pick<TakenMarks, 'view'>;
  readonly #listeners: Listeners<Published>;
  readonly #shown = new Map<number, { readonly view: LeverMarkView; readonly ordinal: number }>();
  /** Counts marks in the order in which they were taken, because the clock may be set back between two of them. */
  #ordinal = 0;

  constructor(taken: Pick<TakenMarks, 'view'>, log: Pick<Log, 'error'>) {
    this.#taken = taken;
    this.#listeners = new Listeners(log, 'a listener of marks failed');
  }

  /** The last published mark of the market; undefined before the first. */
  view(marketId: number): LeverMarkView | undefined {
    return this.#shown.get(marketId)?.view;
  }

  /** Calls the listener after each mark that changed price, agreement, state or reason, or with another status of the market. @returns a function that unsubscribes. */
  listen(listener: (...published: Published) => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Publishes the last mark that was taken of the market. @param committed the commit of its effects; null for nothing. */
  publish(marketId: number, committed: Promise<unknown> | null): void {
    const view = this.#taken.view(marketId);
    if (view === undefined || view === this.view(marketId)) return;
    this.#ordinal += 1;
    const ordinal = this.#ordinal;
    if (committed === null) this.#show(marketId, view, ordinal);
    else void committed.then(() => this.#show(marketId, view, ordinal));
  }

  #show(marketId: number, view: LeverMarkView, ordinal: number): void {
    const before = this.#shown.get(marketId);
    if (before !== undefined && before.ordinal > ordinal) return;
    this.#shown.set(marketId, { view, ordinal });
    if (before !== undefined && isSame(before.view, view)) return;
    this.#listeners.notify(marketId, view);
  }
}

function isSame(before: LeverMarkView, after: LeverMarkView): boolean {
  if (before.marketStatus !== after.marketStatus || before.status !== after.status) return false;
  // A mark of another state between them may have come with a command, and is not published.
  if (before.changedAtMs !== after.changedAtMs) return false;
  const [a, b] = [before.mark, after.mark];
  if (a.state !== 'live' || b.state !== 'live') return a.state === b.state;
  return (
    a.ticks === b.ticks &&
    a.isAgreed === b.isAgreed &&
    a.apartPpm === b.apartPpm &&
    a.isCloseOnly === b.isCloseOnly
  );
}
