/** Each pair of acts on one contract account, in any order and between any two steps of a mark. */
import { describe, expect, test } from 'vitest';
import { LeverInterleaving } from '../../support/lever/lever-interleaving.ts';
import { meetingOf, RACING_ACTS } from '../../support/lever/lever-races.ts';
import { LEVER_MIXES } from '../../support/lever/lever-workload.ts';

const NAMES = Object.keys(RACING_ACTS);
const SEEDS = 12;
const MIX = { ...LEVER_MIXES[0]!, name: 'races' };

describe.each(NAMES)('%s', (first) => {
  test.each(NAMES.slice(NAMES.indexOf(first)))('and %s break no law', (second) => {
    for (let seed = 1; seed <= SEEDS; seed += 1)
      new LeverInterleaving(MIX).run(meetingOf(first, second, seed));
  });
});

test('the meetings end orders in every way, with commands between the steps of a mark', () => {
  const ends: Record<string, number> = {};
  let between = 0;
  for (const first of NAMES)
    for (const second of NAMES) {
      const interleaving = new LeverInterleaving(MIX);
      interleaving.run(meetingOf(first, second, NAMES.indexOf(first)));
      between += interleaving.between;
      for (const [kind, count] of Object.entries(interleaving.kinds))
        ends[kind] = (ends[kind] ?? 0) + count;
    }
  expect(between).toBeGreaterThan(NAMES.length ** 2);
  expect(Object.keys(ends)).toEqual(
    expect.arrayContaining([
      'closed owner',
      'closed take_profit',
      'closed stop_loss',
      'closed stop_out',
      'cancelled owner',
      'cancelled account_stopped_out',
      'shortfall.paid',
      'close.waits',
      'close.withdrawn',
      'targets.amended',
      'money.left',
    ]),
  );
});
