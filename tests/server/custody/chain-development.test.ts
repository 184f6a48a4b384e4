/** Behavior of the development chain alone: its mining rhythm, faults on demand, and its life beyond the process. */
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { CHAIN_LIMITS } from '../../../contract/limits.ts';
import type { SignedTransfer } from '../../../server/areas/custody/chain.types.ts';
import type { BroadcastFault } from '../../../server/areas/custody/development/broadcast-faults.ts';
import { DevelopmentChain } from '../../../server/areas/custody/development/development-chain.ts';
import { openDatabase } from '../../../server/kit/db/database.ts';
import type { Database, DatabaseAddress } from '../../../server/kit/db/database.ts';
import { transaction } from '../../../server/kit/db/transaction.ts';
import { createLog } from '../../../server/kit/log.ts';
import { USDT, WHOLE } from '../../support/custody/chain-rig.ts';
import { startScratchDatabase } from '../../support/databases/scratch-database.ts';
import type { ScratchDatabase } from '../../support/databases/scratch-database.ts';

const CLOCK = { now: () => 1_790_000_000_000 };
const log = createLog('silent');
const CONFIRMATIONS = CHAIN_LIMITS.deposit_unlock_confirmations;

let scratch: ScratchDatabase;
let address: DatabaseAddress;
let database: Database;
let chain: DevelopmentChain;
let deaths = 0;
const die = () => {
  deaths++;
  throw new Error('died');
};
beforeAll(async () => {
  scratch = await startScratchDatabase();
});
beforeEach(async () => {
  address = await scratch.copy();
  database = openDatabase(address, log);
  chain = new DevelopmentChain(database, CLOCK, die);
  await chain.open();
});
afterEach(() => database.$client.end());
afterAll(() => scratch.stop());

const to = () => chain.addressFor(1);
const pay = (reference: string) =>
  chain.pay({ address: to(), currencyId: USDT, amount: WHOLE, reference });
const order = (amount: bigint) => ({
  currencyId: USDT,
  address: to(),
  amount,
  networkFeeMax: null,
  feeMaxFactor: 1,
  underWay: [],
});
async function sign(): Promise<SignedTransfer> {
  const prepared = await chain.prepare(order(WHOLE));
  return transaction(database, (tx) => prepared.sign(tx));
}
const isPaid = async () => (await chain.transactionsTo(to())).length > 0;

describe('blocks', () => {
  test('are not mined without a pending payment', async () => {
    await chain.mineIfWanted();
    await chain.mineIfWanted();

    expect(await chain.head()).toMatchObject({ number: 0 });
  });

  test('are mined until a payment has all its confirmations, and no longer', async () => {
    await pay('one');
    for (let i = 0; i < CONFIRMATIONS + 5; i++) await chain.mineIfWanted();

    expect(await chain.head()).toMatchObject({ number: CONFIRMATIONS });
  });

  test('mined in parallel calls are one chain', async () => {
    await Promise.all(Array.from({ length: 20 }, () => chain.mine()));
    const { number } = await chain.head();

    expect(number).toBe(20);
    for (let n = 1; n <= number; n++) {
      const parent = await chain.block(n - 1);
      expect(await chain.block(n)).toMatchObject({ parentHash: parent?.hash });
    }
  });

  test('notify listeners', async () => {
    const wake = vi.fn();
    const stop = chain.onChange(wake);
    await chain.mine();
    stop();
    await chain.mine();

    expect(wake).toHaveBeenCalledTimes(1);
  });
});

describe('a reorganization', () => {
  test('restores some transactions at once, some in its last block, and forgets others', async () => {
    const [at, late, gone] = [await pay('at'), await pay('late'), await pay('gone')];
    await chain.mine(2);
    const head = await chain.reorganise({ depth: 2, drop: [gone], later: [late] });

    const blocks = (await chain.transactionsTo(to())).map(({ hash, blockNumber }) => [
      hash,
      blockNumber,
    ]);
    expect(head.number).toBe(3);
    expect(Object.fromEntries(blocks)).toEqual({ [at]: 1, [late]: 3 });
  });

  test('keeps block 0', async () => {
    await chain.mine();

    await expect(chain.reorganise({ depth: 2, drop: [], later: [] })).rejects.toThrow('block 0');
  });
});

test('another process finds the same chain and pending transactions', async () => {
  await pay('mined');
  const head = await chain.mine();
  await pay('waiting');
  const transfer = await sign();
  await chain.broadcast(transfer);
  await database.$client.end();
  database = openDatabase(address, log);
  chain = new DevelopmentChain(database, CLOCK, die);
  await chain.open();

  expect(await chain.head()).toEqual(head);
  expect(await chain.status(transfer)).toEqual({ kind: 'pending' });
  const blocks = (await chain.transactionsTo(to())).map(({ blockNumber }) => blockNumber);
  expect(blocks.toSorted()).toEqual([1, null, null]);
});

describe('a fault of sending', () => {
  test.each<[BroadcastFault, string, boolean]>([
    ['timeout_accepted', 'timed_out', true],
    ['timeout_lost', 'timed_out', false],
    ['die_accepted', 'died', true],
    ['die_lost', 'died', false],
  ])('%s throws, and the network either has it or not', async (mode, message, hasArrived) => {
    const transfer = await sign();
    chain.faults.arm(mode, 1);
    const before = deaths;

    await expect(chain.broadcast(transfer)).rejects.toThrow(message);

    expect(await isPaid()).toBe(hasArrived);
    expect(deaths - before).toBe(message === 'died' ? 1 : 0);
    // After the fault, the same broadcast is answered as usual.
    expect(await chain.broadcast(transfer)).toBe(hasArrived ? 'already_known' : 'accepted');
  });

  test('twice: the network gets it twice and has it once', async () => {
    chain.faults.arm('twice', 1);

    expect(await chain.broadcast(await sign())).toBe('already_known');
    expect(await chain.transactionsTo(to())).toHaveLength(1);
  });

  test('rejected: the network does not have it', async () => {
    chain.faults.arm('rejected', 2);
    const transfer = await sign();

    expect(await chain.broadcast(transfer)).toBe('rejected');
    expect(await chain.broadcast(transfer)).toBe('rejected');
    expect(await isPaid()).toBe(false);
  });
});

test('a nonce is used once: another transfer with it is refused', async () => {
  const first = await sign();
  await chain.broadcast(first);
  await database.execute(sql`update chain_wallets set next_nonce = next_nonce - 1`);
  const prepared = await chain.prepare(order(2n * WHOLE));
  const second = await transaction(database, (tx) => prepared.sign(tx));

  expect(await chain.broadcast(second)).toBe('rejected');
  expect(await chain.transactionsTo(to())).toHaveLength(1);
});
