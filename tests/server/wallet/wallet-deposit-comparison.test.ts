/** The comparison of a deposit with its chain, on the development chain and on an EVM chain with a real node. */
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { ChainUnavailableError } from '../../../server/areas/custody/custody.area.ts';
import type { BlockRef, Chain } from '../../../server/areas/custody/custody.area.ts';
import { BlockPayments } from '../../../server/areas/wallet/block-payments.ts';
import { DepositComparison } from '../../../server/areas/wallet/deposit-comparison.ts';
import { REFUTED_AGAIN_MS } from '../../../server/areas/wallet/deposit-doubts.ts';
import type { DepositRow } from '../../../server/areas/wallet/wallet-lifecycles.ts';
import type { Database } from '../../../server/kit/db/database.ts';
import { deposits } from '../../../server/kit/db/schema/wallet.ts';
import { createLog } from '../../../server/kit/log.ts';
import { addressesOn, ANN, BOB, giveAddress } from '../../support/custody/chain-database.ts';
import { ETH, USDT, WHOLE } from '../../support/custody/chain-rig.ts';
import type { ChainRig } from '../../support/custody/chain-rig.ts';
import { TOKEN_DECIMALS } from '../../support/custody/evm-network.ts';
import type { EvmRig } from '../../support/custody/evm-rig.ts';
import { CHAIN_KINDS, useChainRigs } from '../../support/custody/use-chain-rigs.ts';
import { provenWhere } from '../../support/wallet/proven-deposits.ts';

const rigs = useChainRigs();

describe.each(CHAIN_KINDS)('on %s', (kind) => {
  let database: Database;
  let rig: ChainRig;
  let chain: Chain;
  let head: BlockRef;
  let now = 0;
  /** Deposits of two coins in one block, as the scanner stores them. */
  const genuine = new Map<number, DepositRow>();
  /** Above the ids of stored deposits. */
  let lastId = 1_000;
  beforeAll(async () => {
    ({ database, rig } = await rigs.open(kind));
    chain = rig.chain;
    const payments = [];
    for (const currencyId of [ETH, USDT]) {
      const address = await giveAddress(database, chain, ANN, currencyId);
      payments.push(await rig.pay(address, currencyId, 3n * WHOLE));
    }
    const block = await rig.mine();
    head = await rig.mine(6);
    for (const payment of await chain.payments(block, (all) => Promise.resolve(new Set(all))))
      if (payments.includes(payment.transactionHash))
        genuine.set(payment.currencyId, deposit({ ...payment, userId: ANN }, block));
  });

  const deposit = (
    paid: Pick<
      DepositRow,
      'userId' | 'currencyId' | 'address' | 'transactionHash' | 'outputIndex' | 'amount'
    >,
    block: BlockRef,
  ): DepositRow => ({
    ...paid,
    id: ++lastId,
    chain: chain.name,
    blockNumber: block.number,
    blockHash: block.hash,
    confirmations: 0,
    phase: 'seen',
    shortfall: 0n,
    revision: 1,
    createdAtMs: 0,
    updatedAtMs: 0,
  });
  const at = (headNumber: number, row: DepositRow) => ({
    headNumber,
    blocks: new BlockPayments([row]),
  });
  const compare = (chains = new Map([[chain.name, chain]])) =>
    new DepositComparison({
      database,
      owner: database,
      custody: { chains, addresses: addressesOn(database, chains) },
      clock: { now: () => now },
      log: createLog('silent'),
    });
  const changed = (answers: Partial<Chain>): Chain => ({
    ...chain,
    addressFor: (index) => chain.addressFor(index),
    head: () => chain.head(),
    block: (number) => chain.block(number),
    payments: (block, watch) => chain.payments(block, watch),
    balances: (block, holders) => chain.balances(block, holders),
    ...answers,
  });
  /** Asks for the settlement twice, some minutes apart. */
  const refuse = async (row: DepositRow, headNumber = head.number, one = chain) => {
    const comparison = compare(new Map([[one.name, one]]));
    for (const ms of [0, REFUTED_AGAIN_MS - 1, 1]) {
      expect(await resultsOf(row)).toEqual([]);
      now += ms;
      expect(await comparison.confirm(row, 'settlement', at(headNumber, row))).toBe(false);
    }
  };
  const genuineOf = (currencyId: number): DepositRow => ({
    ...ensure(genuine.get(currencyId), 'a deposit'),
    id: ++lastId,
  });
  const resultsOf = async ({ id }: DepositRow) => {
    const { rows } = await database.execute<{ result: string }>(sql`
      select concat_ws(': ', kind, nullif(reason, '')) as result from deposit_proofs
      where deposit_id = ${id} order by id`);
    return rows.map(({ result }) => result);
  };

  test.each([
    ['its own coin', ETH],
    ['a token', USDT],
  ])(
    'a payment in %s is found once for its user, before credit and settlement',
    async (_, coin) => {
      const row = await stored(genuineOf(coin));
      expect(await compare().confirm(row, 'credit', at(head.number, row))).toBe(true);
      expect(await compare().confirm(row, 'settlement', at(head.number, row))).toBe(true);
      expect(await resultsOf(row)).toEqual(['credit', 'settlement']);

      const again = genuineOf(coin);
      await refuse(again);
      expect(await resultsOf(again)).toEqual([`refuted: its payment was deposit ${row.id}`]);
    },
  );

  test.each<[string, Partial<DepositRow>, string]>([
    ['a larger amount', { amount: 30n * WHOLE }, `its amount is ${3n * WHOLE} units`],
    ['another user', { userId: BOB }, `its address is of user ${ANN}`],
    ['another currency', { currencyId: USDT }, 'it has another currency'],
    ['another address', { address: 'stranger' }, 'its block does not have it'],
    [
      'another transaction',
      { transactionHash: `0x${'7'.repeat(64)}` },
      'its block does not have it',
    ],
    ['another output', { outputIndex: 7 }, 'its block does not have it'],
    ['a block before all blocks', { blockNumber: -1 }, 'its block does not exist'],
  ])('a deposit with %s is refuted', async (_, change, reason) => {
    const row = { ...genuineOf(ETH), ...change };
    // The newest blocks of a node may be incomplete, so that only a deep one refutes.
    expect(await compare().confirm(row, 'credit', at(head.number, row))).toBe(false);
    await refuse(row);
    expect(await resultsOf(row)).toEqual([`refuted: ${reason}`]);
  });

  test('a deposit that was compared refutes a later one of its payment only while it counts', async () => {
    const row = await minedDeposit();
    const { id } = await stored(row);
    await database.execute(sql.raw(provenWhere(`id = ${id}`, 'credit')));
    const become = (phase: string) =>
      database.execute(
        sql`update deposits set phase = ${phase}, output_index = -7 where id = ${id}`,
      );
    // Its block was replaced by one with another amount before its credit, and has come back.
    await become('reversed');
    const { blockNumber } = row;
    const confirmed = compare().confirm(row, 'settlement', at(blockNumber ?? 0, row));
    expect(await confirmed).toBe(true);

    await become('credited');
    const again = { ...row, id: ++lastId };
    await refuse(again);
    expect(await resultsOf(again)).toEqual([`refuted: its payment was deposit ${id}`]);
  });

  test('an address that a row gives to a user, and that does not follow from its number, is of no user', async () => {
    const address = rig.stranger();
    await database.execute(sql`
      insert into deposit_addresses (index, user_id, currency_id, chain, address, created_at_ms)
      overriding system value values (999999, ${BOB}, ${ETH}, ${chain.name}, ${address}, 0)`);
    const transactionHash = await rig.pay(address, ETH, WHOLE);
    const block = await rig.mine();
    const paid = { userId: BOB, currencyId: ETH, amount: WHOLE, outputIndex: 0 };
    const row = deposit({ ...paid, address, transactionHash }, block);
    await refuse(row, block.number);
    expect(await resultsOf(row)).toEqual(['refuted: its address is of no user']);
  });

  test('a block that the chain replaced refutes a deposit only below all kept blocks', async () => {
    const row = { ...genuineOf(ETH), blockHash: `0x${'5'.repeat(64)}` };
    expect(await compare().confirm(row, 'settlement', at(head.number, row))).toBe(false);
    await refuse(row, head.number + 1_000);
    expect(await resultsOf(row)).toEqual(['refuted: its block was replaced']);
  });

  test('a node that is away, and one that does not know the currency, neither confirm nor refute', async () => {
    const unavailable = () => Promise.reject(new ChainUnavailableError(chain.name, 'timed_out'));
    const away = changed({ block: unavailable });
    const row = genuineOf(ETH);
    const of = (one: Chain) => compare(new Map([[chain.name, one]]));
    await expect(of(away).confirm(row, 'settlement', at(head.number, row))).rejects.toThrow(
      'timed_out',
    );
    const other = changed({
      payments: () => Promise.resolve([]),
      balances: () => Promise.resolve([null]),
    });
    expect(await of(other).confirm(row, 'settlement', at(head.number, row))).toBe(false);
    expect(await resultsOf(row)).toEqual([]);
  });

  test('deposits of former keys of the chain are neither confirmed nor refuted', async () => {
    const row = genuineOf(ETH);
    await refuse(row, head.number, changed({ addressFor: (index) => `of other keys ${index}` }));
    expect(await resultsOf(row)).toEqual([]);
  });

  if (kind === 'an EVM chain')
    test('a payment by a former contract of its token is neither confirmed nor refuted', async () => {
      const { network, reopen } = rig as EvmRig;
      const address = await network.deployToken(WHOLE);
      const later = reopen({ tokens: [{ code: 'USDT', address, decimals: TOKEN_DECIMALS }] });
      const row = genuineOf(USDT);
      await refuse(row, head.number, later);
      expect(await resultsOf(row)).toEqual([]);
      const forged = { ...row, id: ++lastId, address: rig.stranger() };
      await refuse(forged, head.number, later);
      expect(await resultsOf(forged)).toEqual(['refuted: its block does not have it']);
    });

  test('a block is read once for all its deposits, also when the node does not show it', async () => {
    const rows = [genuineOf(ETH), genuineOf(USDT)];
    let reads = 0;
    const failing = changed({
      payments() {
        reads += 1;
        return Promise.reject(new ChainUnavailableError(chain.name, 'block_gone'));
      },
    });
    const round = { headNumber: head.number, blocks: new BlockPayments(rows) };
    const comparison = compare(new Map([[chain.name, failing]]));
    for (const row of rows)
      await expect(comparison.confirm(row, 'credit', round)).rejects.toThrow('block_gone');
    expect(reads).toBe(1);
  });

  test('deposits from before the comparison are compared in turn', async () => {
    const { rows } = await database.execute<{ id: string }>(sql`
      insert into deposits (user_id, currency_id, chain, address, transaction_hash, output_index, amount,
        block_number, block_hash, confirmations, phase, revision, created_at_ms, updated_at_ms)
      select ${BOB}, ${ETH}, ${chain.name}, 'a', 'forged ' || n, 0, 5, ${head.number - 1},
        ${ensure(await chain.block(head.number - 1), 'a block').hash}, 6, 'settled', 1, 0, 0
      from generate_series(1, 2) n returning id`);
    await database.execute(sql.raw(provenWhere("transaction_hash like 'forged%'", 'taken_over')));
    const comparison = compare();
    await comparison.compareOlder(chain);
    now += REFUTED_AGAIN_MS;
    await comparison.compareOlder(chain);
    for (const { id } of rows)
      expect(await resultsOf({ ...genuineOf(ETH), id: Number(id) })).toEqual([
        'taken_over',
        'refuted: its block does not have it',
      ]);
  });

  /** A genuine deposit in a block of its own. */
  async function minedDeposit(): Promise<DepositRow> {
    const { address } = genuineOf(ETH);
    const transactionHash = await rig.pay(address, ETH, WHOLE);
    const block = await rig.mine();
    const of = { userId: ANN, currencyId: ETH, amount: WHOLE, outputIndex: 0 };
    return deposit({ ...of, address, transactionHash }, block);
  }

  /** Such deposits, settled and taken over. */
  async function takenOver(count: number): Promise<readonly DepositRow[]> {
    const rows: DepositRow[] = [];
    for (let n = 0; n < count; n += 1) rows.push(await stored(await minedDeposit()));
    await database.execute(
      sql.raw(provenWhere(`id in (${rows.map(({ id }) => id).join()})`, 'taken_over')),
    );
    return rows;
  }
  async function stored(row: DepositRow): Promise<DepositRow> {
    const { id: _, ...values } = { ...row, phase: 'settled' as const };
    const [kept] = await database.insert(deposits).values(values).returning();
    return ensure(kept, 'a deposit');
  }

  test('an older deposit that the node cannot read keeps no other waiting', async () => {
    const [first, unreadable, last] = await takenOver(3);
    const block = (number: number) =>
      number === unreadable?.blockNumber
        ? Promise.reject(new ChainUnavailableError(chain.name, 'timed_out'))
        : chain.block(number);
    await compare().compareOlder(changed({ block }));
    const results = [first, unreadable, last].map((row) => resultsOf(ensure(row, 'a deposit')));
    expect(await Promise.all(results)).toEqual([
      ['taken_over', 'settlement'],
      ['taken_over'],
      ['taken_over', 'settlement'],
    ]);
  });

  test('a right answer of the node ends the refutation of an older deposit, before and after a second one', async () => {
    const [once, twice] = await takenOver(2);
    const results = () =>
      Promise.all([once, twice].map((row) => resultsOf(ensure(row, 'a deposit'))));
    const without = (...rows: readonly (DepositRow | undefined)[]) =>
      changed({
        payments: (block, watch) =>
          rows.some((row) => row?.blockNumber === block.number)
            ? Promise.resolve([])
            : chain.payments(block, watch),
      });
    const comparison = compare();
    await comparison.compareOlder(without(once, twice));
    expect(await results()).toEqual([['taken_over'], ['taken_over']]);
    now += REFUTED_AGAIN_MS;
    await comparison.compareOlder(without(twice));
    const refuted = 'refuted: its block does not have it';
    expect(await results()).toEqual([
      ['taken_over', 'settlement'],
      ['taken_over', refuted],
    ]);
    await comparison.compareOlder(chain);
    expect((await results())[1]).toEqual(['taken_over', refuted, 'settlement']);
  });
});
