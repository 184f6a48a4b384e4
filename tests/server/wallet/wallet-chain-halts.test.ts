/** A halt closes the withdrawals of its chain: no request, no signature, until an operator ends it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { refuse } from '../../../contract/result.ts';
import { findWithdrawal } from '../../../server/areas/wallet/withdrawals.repo.ts';
import { startScratchDatabase } from '../../support/scratch-database.ts';
import type { ScratchDatabase } from '../../support/scratch-database.ts';
import { COIN } from '../../support/spot-exchange.ts';
import type { ScriptedChain } from '../../support/wallet/scripted-chain.ts';
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

const halt = ({ name }: ScriptedChain, cause: 'fork_too_deep' | 'node_behind' = 'fork_too_deep') =>
  rig.health.halt(rig.database, name, cause, 'planted');
const endHalts = async ({ name }: ScriptedChain) => {
  const alsoWrite = () => Promise.resolve();
  for (const { id, chain } of await rig.health.list())
    if (chain === name)
      await rig.health.acknowledge({ haltId: id, operatorId: 1, now: rig.now, alsoWrite });
};
const phaseOf = async (id: number) =>
  ensure(await findWithdrawal(rig.database, id), `withdrawal ${id}`).phase;
async function nextBlock(chain: ScriptedChain): Promise<void> {
  await rig.broadcasts.headMoved(chain.name, await chain.head());
  await rig.broadcasts.idle();
}
/** Approved automatically; its chain could not pay it immediately. */
async function waiting(chain: ScriptedChain) {
  chain.hindrance = 'short_of_funds';
  const id = await rig.withdraw(await rig.newPerson(100n * COIN), chain.name, 20n * COIN);
  await rig.broadcasts.idle();
  chain.hindrance = null;
  return ensure(id ?? undefined, 'withdrawal');
}

test('a request for a closed chain is refused, for another chain it is taken', async () => {
  const [chain, other] = [rig.newChain(), rig.newChain()];
  await halt(chain);
  const person = await rig.newPerson(100n * COIN);

  expect(await rig.request(person, chain.name, 20n * COIN)).toEqual(
    refuse('chain_withdrawals_closed'),
  );
  expect(await rig.request(person, other.name, 20n * COIN)).toMatchObject({ ok: true });
});

test('an approved withdrawal is signed only after the last halt of its chain has ended', async () => {
  const chain = rig.newChain();
  const id = await waiting(chain);
  await halt(chain);
  await halt(chain, 'node_behind');
  await nextBlock(chain);
  expect(await phaseOf(id)).toBe('approved');
  const [first] = await rig.health.list();
  await halt(chain);
  expect((await rig.health.list()).filter(({ chain: name }) => name === chain.name)).toHaveLength(
    2,
  );

  const ending = { operatorId: 1, now: rig.now, alsoWrite: () => Promise.resolve() };
  const [one] = (await rig.health.list()).filter(({ chain: name }) => name === chain.name);
  await rig.health.acknowledge({ ...ending, haltId: ensure(one, 'halt').id });
  await nextBlock(chain);
  expect(await phaseOf(id)).toBe('approved');
  expect(first).toBeDefined();

  await endHalts(chain);
  await nextBlock(chain);
  expect(await phaseOf(id)).toBe('confirming');
});

test('a transfer that is signed already is still sent and counted', async () => {
  const chain = rig.newChain();
  const id = await waiting(chain);
  await nextBlock(chain);
  await halt(chain);
  const { transactionHash } = ensure(await findWithdrawal(rig.database, id), 'withdrawal');
  const block = { number: chain.headNumber - 10, hash: 'block' };
  chain.statuses.set(transactionHash ?? '', { kind: 'mined', block, succeeded: true });
  await nextBlock(chain);

  expect(await phaseOf(id)).toBe('success');
});

test('a halt that begins while the chain is asked keeps the signature from being stored', async () => {
  const chain = rig.newChain();
  const id = await waiting(chain);
  const prepare = chain.prepare.bind(chain);
  chain.prepare = async (order) => {
    await halt(chain);
    return prepare(order);
  };
  await nextBlock(chain);

  expect(await phaseOf(id)).toBe('approved');
  expect(chain.sent).toEqual([]);
});

test('an acknowledgement that cannot be written down ends nothing', async () => {
  const chain = rig.newChain();
  await halt(chain);
  const found = (await rig.health.list()).find(({ chain: name }) => name === chain.name);
  const alsoWrite = () => Promise.reject(new Error('no audit line'));
  const ending = { haltId: ensure(found, 'halt').id, operatorId: 1, now: rig.now, alsoWrite };

  await expect(rig.health.acknowledge(ending)).rejects.toThrow('no audit line');
  expect(await rig.health.isOpen(chain.name)).toBe(false);
});
