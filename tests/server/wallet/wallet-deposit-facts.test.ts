/** Reports of scanners about deposits, in any order, repeated and with replaced blocks, lead to the same result. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startScratchDatabase, type ScratchDatabase } from '../../support/scratch-database.ts';
import { DepositStory } from '../../support/wallet/deposit-story.ts';
import { RULES, WalletRig } from '../../support/wallet/wallet-rig.ts';

const RUNS = 500;
const RUNS_PER_VERIFICATION = 100;
const FIRST_SEED = 20_261_120;

let scratch: ScratchDatabase;
let rig: WalletRig;

beforeAll(async () => {
  scratch = await startScratchDatabase();
  rig = await WalletRig.open(await scratch.copy(), {
    ...RULES,
    creditConfirmations: 1,
    unlockConfirmations: 6,
  });
  // This test kills no process, so commits need not reach the disk.
  await rig.database.execute(sql`alter role meridian set synchronous_commit = off`);
});
afterAll(async () => {
  await rig.close();
  await scratch.stop();
});

test(
  `${RUNS} stories of blocks that come, go and are told again end as the clean story does`,
  { timeout: 480_000 },
  async () => {
    for (let run = 0; run < RUNS; run++) {
      const story = await DepositStory.begin(rig, FIRST_SEED + run);
      await story.tell();
      expect(await story.outcome(), `seed ${FIRST_SEED + run}`).toEqual(story.clean());
      if (run % RUNS_PER_VERIFICATION === 0) expect(await rig.faults()).toEqual([]);
    }
    expect(await rig.faults()).toEqual([]);
  },
);
