/** Alphabet of the pulse of the index. */
import {
  FROZEN_AFTER_MS,
  indexPulseMachine,
} from '../../machines/app/micro/index-pulse.machine.ts';
import { INDEX_GRID_MS, type IndexGap } from '../../contract/figures/index-record.ts';
import { defineModel, stateAnd } from './model.ts';

const point = (gap: IndexGap | null, gapMs: number, label: string) => ({
  event: { type: 'point.arrive' as const, gap, gapMs },
  by: 'system' as const,
  label,
});

export const indexPulseModel = defineModel({
  name: 'index-pulse',
  machine: indexPulseMachine,
  input: undefined,
  cases: [
    point(null, 0, 'a point of the index arrives'),
    point('down', FROZEN_AFTER_MS - INDEX_GRID_MS, 'a point without a price follows a price'),
    point('apart', FROZEN_AFTER_MS, 'there has been no price for a second'),
    point('closed', INDEX_GRID_MS, 'a point says that the market is closed'),
  ],
  key: (snapshot) => stateAnd(snapshot),
  stateLabels: {
    waiting: 'the first point is awaited',
    live: 'orders can be sent and countdowns run',
    frozen: 'the page says that there is no agreed price',
    closed: 'the page says that the market is closed',
    silent: 'the page says that no prices arrive',
  },
  limit: 1_000,
});
