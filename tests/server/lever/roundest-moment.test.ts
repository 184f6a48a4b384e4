/** The index of positions by their roundest moment finds all positions of a moment, also at its bounds and those of powers of two. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROUNDEST_MOMENT, roundestMomentsAround } from '../../../server/kit/db/schema/lever.ts';
import { startScratchDatabase, withClient } from '../../support/databases/scratch-database.ts';
import type { ScratchDatabase } from '../../support/databases/scratch-database.ts';

let scratch: ScratchDatabase;
beforeAll(async () => {
  scratch = await startScratchDatabase();
});
afterAll(() => scratch.stop());

/** Times next to each power of two up to the year 2248, and 3,000 positions of all lengths up to four months. */
const POSITIONS = `
  select opened_at_ms, opened_at_ms + length as closed_at_ms
  from (
    select (1::bigint << power) + near as opened_at_ms from generate_series(1, 42) power, generate_series(-1, 1) near
  ) begin cross join (values (0), (1), (2), (1023), (1024), (1 << 30)) lengths (length)
  where opened_at_ms > 0
  union all
  select opened_at_ms, opened_at_ms + (1.0089 ^ step)::bigint
  from generate_series(1, 3000) step
  cross join lateral (select 1795000000000 + step * 7919::bigint * 104729 as opened_at_ms) begin
  where 1.0089 ^ step < 10000000000`;

test('finds every position that was open, and the moment lies within the position', async () => {
  const { rows } = await withClient(scratch.original, (client) =>
    client.query(`
      select count(*)::int > 3000 as are_many,
        count(*) filter (where ${ROUNDEST_MOMENT} = any(${roundestMomentsAround('moment')}))
          = count(*) as are_found,
        bool_and(${ROUNDEST_MOMENT} between opened_at_ms and closed_at_ms) as are_within
      from (${POSITIONS}) position
      cross join lateral (values (opened_at_ms), (closed_at_ms), ((opened_at_ms + closed_at_ms) / 2),
        (opened_at_ms + (closed_at_ms - opened_at_ms) / 3)) moments (moment)`),
  );
  expect(rows).toEqual([{ are_many: true, are_found: true, are_within: true }]);
});
