/** What arrives, the fee aside, must be a whole number of the chain's units. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refuse } from '../../../contract/result.ts';
import { startScratchDatabase } from '../../support/scratch-database.ts';
import type { ScratchDatabase } from '../../support/scratch-database.ts';
import { COIN } from '../../support/spot-exchange.ts';
import { WalletRig } from '../../support/wallet/wallet-rig.ts';

let scratch: ScratchDatabase;
let rig: WalletRig;
beforeAll(async () => {
  scratch = await startScratchDatabase();
  rig = await WalletRig.open(await scratch.copy());
});
afterAll(async () => {
  await rig.close();
  await scratch.stop();
});

test('an amount is refused by what would arrive of it, not by itself', async () => {
  rig.decimals = 6;
  rig.withdrawalFee = 1n;
  const chain = rig.newChain();
  const person = await rig.newPerson(100n * COIN);

  const whole = await rig.request(person, chain.name, 20n * COIN);
  expect(whole).toEqual(refuse('amount_scale_exceeded'));
  const withFee = await rig.request(person, chain.name, 20n * COIN + 1n);
  expect(withFee).toMatchObject({ ok: true });
  await rig.broadcasts.idle();
  expect(chain.prepared).toMatchObject([{ amount: 20n * COIN }]);
});
