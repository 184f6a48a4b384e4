/** Each bench runs to its end here on small sizes, because benches that never run break unnoticed. */
import { describe, expect, test } from 'vitest';
import { isEndToEnd, serverBenches, smoke } from '../../support/bench-smoke.ts';

describe('the bench', () => {
  test.for(serverBenches)('%s runs to its end and names its commit', async (name, { signal }) => {
    const output = await smoke(name, signal);

    expect(output).toMatch(new RegExp(`^${name} at \\S+.*; a smoke run`));
    expect(output).toMatch(/^-{3}/m);
    if (isEndToEnd(name))
      expect(output).toMatch(/^Calibration: [\s\S]+?^\d+ +[\d.]+ +[\d.]+ +[\d.]+ ×$/m);
  });
});
