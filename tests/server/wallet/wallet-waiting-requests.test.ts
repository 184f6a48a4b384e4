/** Withdrawals that wait behind others of the same user, whose right to withdraw ends while they wait. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ok, refuse } from '../../../contract/result.ts';
import { COIN } from '../../support/spot/spot-exchange.ts';
import { useWalletRig } from '../../support/wallet/use-wallet-rig.ts';
import { sessionOf } from '../../support/wallet/wallet-rig.ts';

const wallet = useWalletRig();

const disable = (id: number) =>
  sql`update users set disabled_at_ms = ${wallet.rig.now} where id = ${id}`;
const signOut = (id: number) =>
  sql`update sessions set ended_at_ms = ${wallet.rig.now} where id = ${sessionOf(id)}`;
const forgetSession = (id: number) => sql`delete from sessions where id = ${sessionOf(id)}`;

test.each([
  ['an operator disabled the user', disable, 'user_disabled'],
  ['its session was signed out', signOut, 'session_ended'],
  ['its session is too old to be kept', forgetSession, 'session_ended'],
] as const)('a request that waits is refused once %s', async (_, change, error) => {
  const userId = await wallet.rig.newPerson(100n * COIN);
  const post = wallet.rig.postings.postOrRefuse.bind(wallet.rig.postings);
  const held = Promise.withResolvers<undefined>();
  const isHolding = Promise.withResolvers<undefined>();
  wallet.rig.postings.postOrRefuse = async (posting) => {
    isHolding.resolve(undefined);
    await held.promise;
    return post(posting);
  };
  const ask = () => wallet.rig.request(userId, wallet.rig.newChain().name, 40n * COIN);
  const first = ask();
  await isHolding.promise;
  const second = ask();
  await wallet.rig.database.execute(change(userId));
  held.resolve(undefined);

  expect(await second).toEqual(refuse(error));
  expect(await first).toEqual(ok(expect.any(Number)));
  wallet.rig.postings.postOrRefuse = post;
  await wallet.rig.broadcasts.idle();
  expect(wallet.rig.balance(userId)).toEqual({ available: 60n * COIN, frozen: 40n * COIN });
});
