/** Alphabet of a fast contract: points in and out of time, and windows on both sides of the opening price. */
import { microOrderMachine } from '../../machines/domain/micro/micro-order.machine.ts';
import type { MicroOrderEvent } from '../../machines/domain/micro/micro-order.events.ts';
import { defineModel, stateAnd, type EventCase } from './model.ts';

type Snapshot = ReturnType<typeof microOrderMachine.getInitialSnapshot>;
type Case = EventCase<MicroOrderEvent, Snapshot>;

const ACCEPTED_MS = Date.UTC(2026, 10, 26, 12);
const OPEN_TICKS = 9_725_402;
const POINTS = 12;
const ENGINE = { role: 'engine', userId: 0 } as const;

const tick = (afterMs: number, label: string): Case => ({
  event: { type: 'tick.taken', by: ENGINE, ticks: OPEN_TICKS, atMs: ACCEPTED_MS + afterMs },
  by: 'engine',
  label,
});
const window = (distance: number, count: number, label: string): Case => ({
  event: { type: 'window.closed', by: ENGINE, sum: count * OPEN_TICKS + distance, count },
  by: 'engine',
  label,
});

export const microOrderModel = defineModel({
  name: 'micro-order',
  machine: microOrderMachine,
  input: {
    direction: 'up',
    seconds: 30,
    stake: '333333333333333333',
    profitPpm: 850_000,
    lossPpm: 900_000,
    acceptedAtMs: ACCEPTED_MS,
  },
  cases: [
    tick(0, 'a point of the time of acceptance comes'),
    tick(1, 'the first later point comes'),
    tick(2_000, 'the last point in time comes'),
    tick(2_001, 'a point after two seconds comes'),
    {
      event: { type: 'patience.ended', by: ENGINE },
      by: 'engine',
      label: 'two seconds have passed',
    },
    window(1, POINTS, 'the sum of the window is one tick higher'),
    window(0, POINTS, 'the sum of the window is equal'),
    window(-1, POINTS, 'the sum of the window is one tick lower'),
    window(0, 0, 'the window has no point'),
  ],
  key: (snapshot) => stateAnd(snapshot),
  stateLabels: {
    opening: 'it waits for its opening price',
    open: 'it runs until its expiry',
    won: 'its owner has the stake and the profit',
    lost: 'its owner has the stake without the loss',
    drawn: 'its owner has the stake',
    voided: 'its owner has the stake',
  },
  limit: 100,
});
