/** Reports of scanners about deposits, in any order, repeated and with replaced blocks, lead to the same result. */
import { expect, test } from 'vitest';
import { depositFaults } from '../../support/wallet/deposit-stories.ts';

/** `npm run sim -- deposits` tests more. */
const STORIES = 150;
const FIRST_SEED = 20_261_120;

test(
  `${STORIES} stories of blocks that come, go and are reported again end as the clean story does`,
  { timeout: 480_000 },
  async () => {
    expect(await depositFaults(FIRST_SEED, STORIES)).toEqual([]);
  },
);
