/** A halt closes the withdrawals of its chain: no request, no signature, until an operator ends it. */
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { refuse } from '../../../contract/result.ts';
import { DAY_MS } from '../../../contract/time.ts';
import { ChainUnavailableError } from '../../../server/areas/custody/custody.area.ts';
import { UNCHECKED_MS_MAX } from '../../../server/areas/wallet/reserve-alarm.ts';
import { ReserveChecks } from '../../../server/areas/wallet/reserve-checks.ts';
import { findWithdrawal } from '../../../server/areas/wallet/withdrawals.repo.ts';
import { COIN, USDT } from '../../support/spot/spot-exchange.ts';
import type { ScriptedChain } from '../../support/custody/scripted-chain.ts';
import { useWalletRig } from '../../support/wallet/use-wallet-rig.ts';
import { CURRENCIES, RULES } from '../../support/wallet/wallet-rig.ts';

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

/** A chain with a block that is deep enough, and its comparison. */
async function compared() {
  const { database, health } = wallet.rig;
  const chain = wallet.rig.newChain();
  await database.execute(sql`
    insert into chain_blocks (chain, number, hash)
    select ${chain.name}, number, 'block ' || number from generate_series(1, 10) number`);
  const state = { isFollowed: true, compareOlder: () => Promise.resolve() };
  const open = () =>
    new ReserveChecks({
      database,
      owner: database,
      comparison: { compareOlder: () => state.compareOlder() },
      currencies: CURRENCIES,
      rules: RULES,
      clock: { now: () => wallet.rig.now },
      custody: {
        health,
        chains: new Map([[chain.name, chain]]),
        isFollowed: () => state.isFollowed,
      },
    });
  const walletAt = chain.walletAt.bind(chain);
  const answer = (isAnswering: boolean) => {
    const unavailable = () => Promise.reject(new ChainUnavailableError(chain.name, 'timed_out'));
    chain.walletAt = isAnswering ? walletAt : unavailable;
  };
  const halts = async () =>
    (await health.list()).filter((one) => one.chain === chain.name).map(({ cause }) => cause);
  return { chain, state, open, answer, halts };
}

describe('coins of a chain that cannot be compared', () => {
  const BALANCES = { used: 0, balances: new Map([[USDT, 0n]]) };

  test('close its withdrawals after half an hour, over a restart, until they are compared', async () => {
    const { chain, open, answer, halts } = await compared();
    chain.walletAt = () => Promise.resolve(BALANCES);
    await open().checkAll();
    answer(false);
    await wallet.rig.advance(UNCHECKED_MS_MAX - 1);
    await expect(open().checkAll()).rejects.toThrow('timed_out');
    expect(await halts()).toEqual([]);

    await wallet.rig.advance(1);
    const restarted = open();
    await expect(restarted.checkAll()).rejects.toThrow('timed_out');
    await expect(restarted.checkAll()).rejects.toThrow('timed_out');
    expect(await halts()).toEqual(['reserves_unchecked']);
    const person = await wallet.rig.newPerson(100n * COIN);
    expect(await wallet.rig.request(person, chain.name, 20n * COIN)).toEqual(
      refuse('chain_withdrawals_closed'),
    );
    answer(true);
    await restarted.checkAll();
    expect(await halts()).toEqual([]);
    expect(await wallet.rig.request(person, chain.name, 20n * COIN)).toMatchObject({ ok: true });
  });

  test('may be accepted by an operator for a day', async () => {
    const { chain, open, answer, halts } = await compared();
    const checks = open();
    answer(false);
    const failing = async () => {
      await expect(checks.checkAll()).rejects.toThrow('timed_out');
      return halts();
    };
    await wallet.rig.advance(UNCHECKED_MS_MAX);
    expect(await failing()).toEqual(['reserves_unchecked']);
    await endHalts(chain);
    expect(await failing()).toEqual([]);
    await wallet.rig.advance(DAY_MS);
    expect(await failing()).toEqual([]);
    await wallet.rig.advance(1);
    expect(await failing()).toEqual(['reserves_unchecked']);
    await endHalts(chain);
  });

  test('are compared also while the older deposits cannot be compared', async () => {
    const { chain, state, open, answer, halts } = await compared();
    chain.walletAt = () => Promise.resolve(BALANCES);
    const checks = open();
    answer(false);
    await wallet.rig.advance(UNCHECKED_MS_MAX);
    await expect(checks.checkAll()).rejects.toThrow('timed_out');
    expect(await halts()).toEqual(['reserves_unchecked']);
    answer(true);
    state.compareOlder = () => Promise.reject(new ChainUnavailableError(chain.name, 'block_gone'));
    await expect(checks.checkAll()).rejects.toThrow('block_gone');
    expect(await halts()).toEqual([]);
    await wallet.rig.advance(UNCHECKED_MS_MAX);
    await expect(checks.checkAll()).rejects.toThrow('block_gone');
    expect(await halts()).toEqual([]);
  });

  test('close its withdrawals also while its blocks are not read', async () => {
    const { chain, state, open, halts } = await compared();
    const checks = open();
    state.isFollowed = false;
    await wallet.rig.advance(UNCHECKED_MS_MAX);
    await checks.checkAll();
    expect(await halts()).toEqual(['reserves_unchecked']);
    state.isFollowed = true;
    await checks.checkAll();
    expect(await halts()).toEqual([]);
    expect(chain.sent).toEqual([]);
  });

  test('close its withdrawals if it is not configured and deposits of it count', async () => {
    const { open } = await compared();
    const gone = 'a chain of last year';
    const halts = async () =>
      (await wallet.rig.health.list()).filter(({ chain }) => chain === gone);
    await deposit(gone, 'below_minimum');
    const checks = open();
    await wallet.rig.advance(UNCHECKED_MS_MAX);
    await checks.checkAll();
    expect(await halts()).toEqual([]);
    await deposit(gone, 'settled');
    await checks.checkAll();
    expect(await halts()).toMatchObject([
      {
        cause: 'reserves_unchecked',
        detail: expect.stringMatching(/: deposits count, and the chain is not configured$/),
      },
    ]);
  });
});

/** A deposit of 5 coins in block 3. */
const deposit = async (chain: string, phase: string) =>
  wallet.rig.database.execute(sql`
    insert into deposits (user_id, currency_id, chain, address, transaction_hash, output_index, amount,
      block_number, block_hash, confirmations, phase, revision, created_at_ms, updated_at_ms)
    values (${await wallet.rig.newPerson()}, ${USDT}, ${chain}, 'a', ${phase}, 0, ${5n * COIN},
      3, 'block 3', 6, ${phase}, 1, 0, 0)`);

test('a deposit of a currency that the chain does not have is missing from its wallets', async () => {
  const { chain, open } = await compared();
  await deposit(chain.name, 'settled');
  const checks = open();
  chain.balances = () => Promise.resolve([null]);
  await checks.checkAll();
  const missing = async () =>
    (await wallet.rig.health.list()).filter((one) => one.chain === chain.name);
  expect(await missing()).toMatchObject([
    { cause: 'custody_short', detail: 'block 8, missing: 5 USDT' },
  ]);
});
