/** Keeps pages that are told of one change at one moment from asking at one moment. */
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

/** Of a document. */
type Page = EventTarget & Pick<Document, 'hidden'>;

export interface SpreadOptions {
  readonly page: Page;
  /** From 0 to below 1. */
  readonly random?: () => number;
  readonly scheduler?: SchedulerLike;
}

/** The latest news within `withinMs` of the first that was not passed on, at random; on a hidden page once it shows. */
export const spreadNews = <News>(
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
