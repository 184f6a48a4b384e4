/** The benches that measure the built app run to their end, see `tests/server/tools/benches.test.ts`. */
import { expect, test } from 'vitest';
import { browserBenches, smoke } from '../../support/bench-smoke.ts';

test.for(browserBenches)('the bench %s runs to its end', async (name, { signal }) => {
  const output = await smoke(name, signal);

  expect(output).toMatch(new RegExp(`^${name} at \\S+.*; a smoke run`));
  expect(output).toMatch(/^-{3}/m);
});
