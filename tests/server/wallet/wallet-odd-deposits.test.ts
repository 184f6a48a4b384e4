/** Payments that no ledger can hold, and damaged records: they do not block those of other users. */
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { CHAIN_LIMITS } from '../../../contract/limits.ts';
import { ChainUnavailableError } from '../../../server/areas/custody/custody.area.ts';
import type { OwnPayment, TransactionFate } from '../../../server/areas/custody/custody.area.ts';
import { createChainListener } from '../../../server/areas/wallet/chain-listener.ts';
import { transaction } from '../../../server/kit/db/transaction.ts';
import { AMOUNT_END } from '../../../server/ledger/invariants.ts';
import { COIN, USDT } from '../../support/spot/spot-exchange.ts';
import { useWalletRig } from '../../support/wallet/use-wallet-rig.ts';

const wallet = useWalletRig();

/** A payment to a new user on a separate chain, and a scanner that reports it. */
async function waited(amount = 5n * COIN) {
  const chain = wallet.rig.newChain().name;
  const userId = await wallet.rig.newPerson();
  const payment: OwnPayment = {
    transactionHash: `${chain} payment`,
    outputIndex: 1,
    address: `${chain} address`,
    currencyId: USDT,
    amount,
    userId,
  };
  const block = { number: 100, hash: `${chain} block` };
  return {
    payment,
    readWaiting: (payments: readonly OwnPayment[], fate: TransactionFate = 'unknown') =>
      wallet.rig.deposits.waitingRead({ chain, payments, fateOf: () => Promise.resolve(fate) }),
    mine: (payments: readonly OwnPayment[]) =>
      transaction(wallet.rig.database, (tx) =>
        wallet.rig.deposits.blockConnected(tx, { chain, block, payments }),
      ),
    moveHead: () => wallet.rig.deposits.headMoved(chain, { number: 102, hash: `${chain} head` }),
    /** Phases in the order of the ids. */
    async phases() {
      const { rows } = await wallet.rig.database.execute<{ phase: string }>(sql`
        select phase from deposits where user_id = ${userId} order by id`);
      return rows.map(({ phase }) => phase);
    },
    notifiedStates: () =>
      wallet.rig.published.flatMap(({ event, userId: to }) =>
        to === userId && event.kind === 'deposit' ? [event.record.phase] : [],
      ),
    available: () => wallet.rig.balance(userId).available,
  };
}

describe('a pending payment', () => {
  test('is reported once, however often it is read, and credits nothing', async () => {
    const one = await waited();
    await one.readWaiting([one.payment]);
    await one.readWaiting([one.payment]);
    expect(await one.phases()).toEqual(['seen']);
    expect(one.notifiedStates()).toEqual(['seen']);
    expect(one.available()).toBe(0n);
  });

  test('is credited by its block like any other', async () => {
    const one = await waited();
    await one.readWaiting([one.payment]);
    await one.mine([one.payment]);
    // A late node still reports it.
    await one.readWaiting([one.payment]);
    await one.moveHead();
    expect(await one.phases()).toEqual(['settled']);
    expect(one.available()).toBe(5n * COIN);
    expect(await wallet.rig.faults()).toEqual([]);
  });

  test('is given up when the network did not know it for long, and credited by a late block', async () => {
    const one = await waited();
    await one.readWaiting([one.payment]);
    await one.readWaiting([]);
    await wallet.rig.advance(CHAIN_LIMITS.deposit_unknown_ms_max - 1);
    // A different node knows it, so the time starts again.
    await one.readWaiting([], 'waiting');
    await one.readWaiting([]);
    await wallet.rig.advance(CHAIN_LIMITS.deposit_unknown_ms_max - 1);
    await one.readWaiting([]);
    expect(await one.phases()).toEqual(['seen']);
    await wallet.rig.advance(1);
    await one.readWaiting([]);
    expect(await one.phases()).toEqual(['reversed']);
    expect(one.notifiedStates()).toEqual(['seen', 'reversed']);
    // It is pending again; only a block counts now.
    await one.readWaiting([one.payment]);
    expect(await one.phases()).toEqual(['reversed']);
    await one.mine([one.payment]);
    await one.moveHead();
    expect(await one.phases()).toEqual(['settled']);
    expect(one.available()).toBe(5n * COIN);
  });

  test('is given up at once when its block was read without it', async () => {
    const one = await waited();
    await one.readWaiting([one.payment]);
    await one.mine([]);
    await one.readWaiting([], 'reported');
    expect(await one.phases()).toEqual(['reversed']);
  });

  test('is given up after a day, though it is still pending', async () => {
    const one = await waited();
    await one.readWaiting([one.payment]);
    await wallet.rig.advance(CHAIN_LIMITS.deposit_waiting_ms_max);
    await one.readWaiting([one.payment]);
    await one.readWaiting([one.payment]);
    expect(await one.phases()).toEqual(['reversed']);
  });

  test('with a damaged record keeps no other from being given up', async () => {
    const [damaged, consistent] = [await waited(), await waited()];
    // Both payments are on the chain of the first.
    const other = { ...consistent.payment, address: 'elsewhere' };
    await damaged.readWaiting([damaged.payment, other]);
    await wallet.rig.database.execute(sql`
      update lifecycles set machine_version = 999 where kind = 'deposit'
        and id = (select id from deposits where user_id = ${damaged.payment.userId})`);
    await damaged.readWaiting([], 'reported');
    expect(await damaged.phases()).toEqual(['seen']);
    expect(await consistent.phases()).toEqual(['reversed']);
  });

  test('with a smaller amount in its block is credited with that', async () => {
    const one = await waited();
    await one.readWaiting([one.payment]);
    await one.mine([{ ...one.payment, amount: 3n * COIN }]);
    await one.moveHead();
    expect(await one.phases()).toEqual(['reversed', 'settled']);
    expect(one.notifiedStates()).toEqual(['seen', 'settled', 'reversed']);
    expect(one.available()).toBe(3n * COIN);
    expect(await wallet.rig.faults()).toEqual([]);
  });

  test('is not reported when it exceeds the ledger, nor beyond the limit of a user', async () => {
    const one = await waited(AMOUNT_END);
    await one.readWaiting([one.payment]);
    expect(await one.phases()).toEqual([]);
    const many = Array.from({ length: CHAIN_LIMITS.deposits_waiting_max + 5 }, (_, index) => ({
      ...one.payment,
      amount: COIN,
      transactionHash: `${one.payment.transactionHash} ${index}`,
    }));
    await one.readWaiting(many);
    expect(await one.phases()).toHaveLength(CHAIN_LIMITS.deposits_waiting_max);
    await one.mine(many);
    await one.moveHead();
    expect(one.available()).toBe(BigInt(many.length) * COIN);
  });
});

/** A block of a separate chain with one payment per amount, each to a new user, two blocks deep. */
async function paid(...amounts: readonly bigint[]) {
  const scripted = wallet.rig.newChain();
  const chain = scripted.name;
  const block = { number: 100, hash: `${chain} block` };
  const head = { number: 101, hash: `${chain} head` };
  const people: number[] = [];
  for (const _ of amounts) people.push(await wallet.rig.newPerson());
  const payments = amounts.map((amount, index) => ({
    transactionHash: `${chain} payment ${index}`,
    outputIndex: 0,
    address: `${chain} address ${index}`,
    currencyId: USDT,
    amount,
    userId: people[index] ?? 0,
  }));
  await transaction(wallet.rig.database, (tx) =>
    wallet.rig.deposits.blockConnected(tx, { chain, block, payments }),
  );
  return { people, scripted, head, moveHead: () => wallet.rig.deposits.headMoved(chain, head) };
}
const availableTo = (people: readonly number[]) =>
  people.map((userId) => wallet.rig.balance(userId).available);

test('a payment beyond the range of the ledger is not credited, and the next one is', async () => {
  const { people, moveHead } = await paid(AMOUNT_END, 5n * COIN);
  await moveHead();
  expect(availableTo(people)).toEqual([0n, 5n * COIN]);
});

test.each([
  ['of a newer program', sql`machine_version = 999`],
  ['in a state that does not exist', sql`snapshot = jsonb_set(snapshot, '{value}', '"lost"')`],
  ['without a state', sql`snapshot = '{}'`],
])('a deposit whose record is damaged, %s, waits; others are credited', async (_, damage) => {
  const { people, moveHead } = await paid(4n * COIN, 5n * COIN);
  const ofFirst = sql`kind = 'deposit'
    and id = (select id from deposits where user_id = ${people[0]})`;
  const { rows } = await wallet.rig.database.execute<{ snapshot: unknown }>(
    sql`select snapshot from lifecycles where ${ofFirst}`,
  );
  await wallet.rig.database.execute(sql`update lifecycles set ${damage} where ${ofFirst}`);
  await moveHead();
  expect(availableTo(people)).toEqual([0n, 5n * COIN]);
  await wallet.rig.database.execute(sql`
    update lifecycles set machine_version = 1, snapshot = ${JSON.stringify(rows[0]?.snapshot)}
    where ${ofFirst}`);
  await moveHead();
  expect(availableTo(people)).toEqual([4n * COIN, 5n * COIN]);
});

test('a deposit that the node does not show keeps no other and no withdrawal waiting', async () => {
  const { people, scripted: chain, head } = await paid(4n * COIN, 5n * COIN);
  const withdrawal = await wallet.approved(chain, await wallet.rig.newPerson(100n * COIN));
  await wallet.nextBlock(chain);
  const { transactionHash } = await wallet.rowOf(withdrawal);
  const status = { kind: 'mined', block: { number: 90, hash: 'block' }, succeeded: true } as const;
  chain.statuses.set(transactionHash ?? '', status);
  const { comparison, deposits, broadcasts } = wallet.rig;
  const foreign = { compareOnce: () => Promise.resolve() };
  const listener = createChainListener({ foreign, deposits, broadcasts });
  const { confirm } = comparison;
  comparison.confirm = (row, ...rest) =>
    row.userId === people[0]
      ? Promise.reject(new ChainUnavailableError(chain.name, 'block_gone'))
      : confirm(row, ...rest);
  try {
    // The scanner reports the block again after the error.
    await expect(listener.headMoved(chain.name, head)).rejects.toThrow('block_gone');
  } finally {
    comparison.confirm = confirm;
  }
  expect(availableTo(people)).toEqual([0n, 5n * COIN]);
  expect(await wallet.phaseOf(withdrawal)).toBe('success');
  await listener.headMoved(chain.name, head);
  expect(availableTo(people)).toEqual([4n * COIN, 5n * COIN]);
});
