/** The matching engine compared with the naive book: 10^5 seeded operations, everything compared after each. */
import { describe, expect, test } from 'vitest';
import { createMatchingEngine } from '../../server/engine/matching-engine.ts';
import { runBeside } from '../support/engine/engine-comparison.ts';
import { MIXES, workload } from '../support/engine/engine-workload.ts';

const SEED = 20_261_120;
const OPERATIONS = 100_000;
const PER_MIX = Math.ceil(OPERATIONS / MIXES.length);

describe.each(MIXES)('mix "$name", seed 20261120', (mix) => {
  test('the engine does what the naive book does, and no law is broken', () => {
    const { operations, deals } = runBeside(
      createMatchingEngine,
      workload(mix, SEED).take(PER_MIX),
    );

    expect(operations).toBe(PER_MIX);
    expect(deals).toBeGreaterThan(PER_MIX / 20);
  });
});
