/** Many deposit stories on a database of their own, for the suite and for `npm run sim -- deposits`. */
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import { startScratchDatabase } from '../databases/scratch-database.ts';
import { DepositStory } from './deposit-story.ts';
import { RULES, WalletRig } from './wallet-rig.ts';

const STORIES_PER_VERIFICATION = 100;

/** Reports stories that do not end as their clean story does, and faults of the ledger; none in a consistent exchange. */
export async function depositFaults(
  firstSeed: number,
  stories: number,
): Promise<readonly string[]> {
  const scratch = await startScratchDatabase();
  const rig = await WalletRig.open(await scratch.copy(), {
    ...RULES,
    creditConfirmations: 1,
    unlockConfirmations: 6,
  });
  try {
    // No story kills a process, so commits need not reach the disk.
    await rig.database.execute(sql`alter role meridian set synchronous_commit = off`);
    const faults: string[] = [];
    for (let count = 0; count < stories; count++) {
      const seed = firstSeed + count;
      const story = await DepositStory.begin(rig, seed);
      await story.tell();
      const [outcome, clean] = [await story.outcome(), story.clean()];
      if (!isDeepStrictEqual(outcome, clean))
        faults.push(`seed ${seed}: ${JSON.stringify(outcome)} instead of ${JSON.stringify(clean)}`);
      if (count % STORIES_PER_VERIFICATION === 0) faults.push(...(await rig.faults()));
    }
    return [...faults, ...(await rig.faults())];
  } finally {
    await rig.close();
    await scratch.stop();
  }
}
