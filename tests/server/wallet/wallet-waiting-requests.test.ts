/** Withdrawals that wait behind others of the same user, whose right to withdraw ends while they wait. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ok, refuse } from '../../../contract/result.ts';
import { startScratchDatabase } from '../../support/scratch-database.ts';
import type { ScratchDatabase } from '../../support/scratch-database.ts';
import { COIN } from '../../support/spot-exchange.ts';
import { sessionOf, WalletRig } from '../../support/wallet/wallet-rig.ts';

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

const disable = (id: number) => sql`update users set disabled_at_ms = ${rig.now} where id = ${id}`;
const signOut = (id: number) =>
  sql`update sessions set ended_at_ms = ${rig.now} where id = ${sessionOf(id)}`;
const forgetSession = (id: number) => sql`delete from sessions where id = ${sessionOf(id)}`;

test.each([
  ['an operator disabled the user', disable, 'user_disabled'],
  ['its session was signed out', signOut, 'session_ended'],
  ['its session is too old to be kept', forgetSession, 'session_ended'],
] as const)('a request that waits is refused once %s', async (_, change, error) => {
  const userId = await rig.newPerson(100n * COIN);
  const post = rig.postings.postOrRefuse.bind(rig.postings);
  const held = Promise.withResolvers<undefined>();
  const isHolding = Promise.withResolvers<undefined>();
  rig.postings.postOrRefuse = async (posting) => {
    isHolding.resolve(undefined);
    await held.promise;
    return post(posting);
  };
  const ask = () => rig.request(userId, rig.newChain().name, 40n * COIN);
  const first = ask();
  await isHolding.promise;
  const second = ask();
  await rig.database.execute(change(userId));
  held.resolve(undefined);

  expect(await second).toEqual(refuse(error));
  expect(await first).toEqual(ok(expect.any(Number)));
  rig.postings.postOrRefuse = post;
  await rig.broadcasts.idle();
  expect(rig.balance(userId)).toEqual({ available: 60n * COIN, frozen: 40n * COIN });
});
