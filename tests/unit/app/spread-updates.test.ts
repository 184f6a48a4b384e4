/** Pages that get one notice at the same moment reload at different moments, and hidden pages not at all. */
import { Subject, VirtualTimeScheduler } from 'rxjs';
import { beforeEach, expect, test } from 'vitest';
import { spreadUpdates } from '../../../src/app/core/live/spread-updates.ts';

class Page extends EventTarget {
  hidden = false;

  turn(hidden: boolean): void {
    this.hidden = hidden;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

let scheduler: VirtualTimeScheduler;
let updates: Subject<number>;
beforeEach(() => {
  scheduler = new VirtualTimeScheduler();
  updates = new Subject();
});

function open(random: number, page = new Page()): [number, number][] {
  const heard: [number, number][] = [];
  updates
    .pipe(spreadUpdates(1_000, { page, random: () => random, scheduler }))
    .subscribe((version) => heard.push([scheduler.frame, version]));
  return heard;
}

test('each page receives one change at its own moment within a second', () => {
  const pages = [0, 0.25, 0.9].map((random) => open(random));
  updates.next(7);
  scheduler.flush();
  expect(pages).toEqual([[[0, 7]], [[250, 7]], [[900, 7]]]);
});

test('of several changes within the delay the last is delivered, without further delay', () => {
  const heard = open(0.5);
  updates.next(7);
  scheduler.schedule(() => updates.next(8), 400);
  scheduler.schedule(() => updates.next(9), 600);
  scheduler.flush();
  expect(heard).toEqual([
    [500, 8],
    [1_100, 9],
  ]);
});

test('a hidden page receives the last change when it becomes visible', () => {
  const page = new Page();
  const heard = open(0.5, page);
  page.turn(true);
  updates.next(7);
  scheduler.flush();
  updates.next(8);
  scheduler.flush();
  page.turn(true);
  expect(heard).toEqual([]);
  page.turn(false);
  expect(heard).toEqual([[500, 8]]);
});
