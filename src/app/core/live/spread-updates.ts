/** Spreads the reloads of pages that are notified of one change at the same moment. */
import {
  audit,
  defer,
  filter,
  fromEvent,
  map,
  of,
  switchMap,
  take,
  timer,
  type MonoTypeOperatorFunction,
  type Observable,
  type SchedulerLike,
} from 'rxjs';

/** The part of a document that is used here. */
type Page = EventTarget & Pick<Document, 'hidden'>;

interface SpreadOptions {
  readonly page: Page;
  /** Returns a number from 0 to below 1. */
  readonly random?: () => number;
  readonly scheduler?: SchedulerLike;
}

/**
 * Emits the latest, delayed by random jitter up to `withinMs`; on a hidden page when it becomes
 * visible.
 */
export const spreadUpdates = <News>(
  withinMs: number,
  { page, random = Math.random, scheduler }: SpreadOptions,
): MonoTypeOperatorFunction<News> =>
  audit(() => timer(random() * withinMs, scheduler).pipe(switchMap(() => shown$(page))));

const shown$ = (page: Page): Observable<true> =>
  defer(() => (page.hidden ? fromEvent(page, 'visibilitychange') : of(null))).pipe(
    filter(() => !page.hidden),
    take(1),
    map(() => true),
  );
