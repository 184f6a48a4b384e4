/** The received amount, without the fee, must be a whole number of the chain's units. */
import { expect, test } from 'vitest';
import { refuse } from '../../../contract/result.ts';
import { COIN } from '../../support/spot/spot-exchange.ts';
import { useWalletRig } from '../../support/wallet/use-wallet-rig.ts';

const wallet = useWalletRig();

test('an amount is refused by what would arrive of it, not by itself', async () => {
  wallet.rig.decimals = 6;
  wallet.rig.withdrawalFee = 1n;
  const chain = wallet.rig.newChain();
  const person = await wallet.rig.newPerson(100n * COIN);

  const whole = await wallet.rig.request(person, chain.name, 20n * COIN);
  expect(whole).toEqual(refuse('amount_scale_exceeded'));
  const withFee = await wallet.rig.request(person, chain.name, 20n * COIN + 1n);
  expect(withFee).toMatchObject({ ok: true });
  await wallet.rig.broadcasts.idle();
  expect(chain.prepared).toMatchObject([{ amount: 20n * COIN }]);
});
