/** A halt closes the withdrawals of its chain: no request, no signature, until an operator ends it. */
import { expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { refuse } from '../../../contract/result.ts';
import { findWithdrawal } from '../../../server/areas/wallet/withdrawals.repo.ts';
import { COIN } from '../../support/spot-exchange.ts';
import type { ScriptedChain } from '../../support/wallet/scripted-chain.ts';
import { useWalletRig } from '../../support/wallet/use-wallet-rig.ts';

const wallet = useWalletRig();
const { nextBlock, phaseOf } = wallet;

const halt = ({ name }: ScriptedChain, cause: 'fork_too_deep' | 'node_behind' = 'fork_too_deep') =>
  wallet.rig.health.halt(wallet.rig.database, name, cause, 'planted');
const endHalts = async ({ name }: ScriptedChain) => {
  const alsoWrite = () => Promise.resolve();
  for (const { id, chain } of await wallet.rig.health.list())
    if (chain === name)
      await wallet.rig.health.acknowledge({
        haltId: id,
        operatorId: 1,
        now: wallet.rig.now,
        alsoWrite,
      });
};
const waiting = async (chain: ScriptedChain) =>
  wallet.approved(chain, await wallet.rig.newPerson(100n * COIN));

test('a request for a closed chain is refused, for another chain it is taken', async () => {
  const [chain, other] = [wallet.rig.newChain(), wallet.rig.newChain()];
  await halt(chain);
  const person = await wallet.rig.newPerson(100n * COIN);

  expect(await wallet.rig.request(person, chain.name, 20n * COIN)).toEqual(
    refuse('chain_withdrawals_closed'),
  );
  expect(await wallet.rig.request(person, other.name, 20n * COIN)).toMatchObject({ ok: true });
});

test('an approved withdrawal is signed only after the last halt of its chain has ended', async () => {
  const chain = wallet.rig.newChain();
  const id = await waiting(chain);
  await halt(chain);
  await halt(chain, 'node_behind');
  await nextBlock(chain);
  expect(await phaseOf(id)).toBe('approved');
  const [first] = await wallet.rig.health.list();
  await halt(chain);
  expect(
    (await wallet.rig.health.list()).filter(({ chain: name }) => name === chain.name),
  ).toHaveLength(2);

  const ending = { operatorId: 1, now: wallet.rig.now, alsoWrite: () => Promise.resolve() };
  const [one] = (await wallet.rig.health.list()).filter(({ chain: name }) => name === chain.name);
  await wallet.rig.health.acknowledge({ ...ending, haltId: ensure(one, 'halt').id });
  await nextBlock(chain);
  expect(await phaseOf(id)).toBe('approved');
  expect(first).toBeDefined();

  await endHalts(chain);
  await nextBlock(chain);
  expect(await phaseOf(id)).toBe('confirming');
});

test('a transfer that is signed already is still sent and counted', async () => {
  const chain = wallet.rig.newChain();
  const id = await waiting(chain);
  await nextBlock(chain);
  await halt(chain);
  const { transactionHash } = ensure(await findWithdrawal(wallet.rig.database, id), 'withdrawal');
  const block = { number: chain.headNumber - 10, hash: 'block' };
  chain.statuses.set(transactionHash ?? '', { kind: 'mined', block, succeeded: true });
  await nextBlock(chain);

  expect(await phaseOf(id)).toBe('success');
});

test('a halt that begins while the chain is asked keeps the signature from being stored', async () => {
  const chain = wallet.rig.newChain();
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
  const chain = wallet.rig.newChain();
  await halt(chain);
  const found = (await wallet.rig.health.list()).find(({ chain: name }) => name === chain.name);
  const alsoWrite = () => Promise.reject(new Error('no audit line'));
  const ending = {
    haltId: ensure(found, 'halt').id,
    operatorId: 1,
    now: wallet.rig.now,
    alsoWrite,
  };

  await expect(wallet.rig.health.acknowledge(ending)).rejects.toThrow('no audit line');
  expect(await wallet.rig.health.isOpen(chain.name)).toBe(false);
});
