/** Deposits whose blocks are replaced stay compared with their chain, however their payments move. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { BlockRef, OwnPayment } from '../../../server/areas/custody/custody.area.ts';
import { transaction } from '../../../server/kit/db/transaction.ts';
import { giveAddress } from '../../support/custody/chain-database.ts';
import { COIN, USDT } from '../../support/spot/spot-exchange.ts';
import { comparisonWith } from '../../support/wallet/proven-deposits.ts';
import { useWalletRig } from '../../support/wallet/use-wallet-rig.ts';
import { withoutTriggers } from '../../support/databases/without-triggers.ts';

const wallet = useWalletRig();

/** A chain with payments to new users, which a real comparison asks. */
async function paid(...amounts: readonly bigint[]) {
  const { rig } = wallet;
  const chain = rig.newChain();
  rig.comparison = comparisonWith(rig.database, chain);
  const transactionHash = `${chain.name} payment`;
  const payments: OwnPayment[] = [];
  for (const [outputIndex, amount] of amounts.entries()) {
    const userId = await rig.newPerson();
    const address = await giveAddress(rig.database, chain, userId, USDT);
    payments.push({ transactionHash, outputIndex, address, currencyId: USDT, amount, userId });
  }
  const blocks = new Map<number, BlockRef & { readonly payments: readonly OwnPayment[] }>();
  const blockAt = (number: number) => blocks.get(number) ?? null;
  chain.block = (number: number) => {
    const block = blockAt(number);
    return Promise.resolve(block && { ...block, parentHash: '' });
  };
  chain.payments = ({ number }: BlockRef) => Promise.resolve(blockAt(number)?.payments ?? []);
  return {
    chain: chain.name,
    payments,
    /** Replaces the block of the chain, without a report. */
    mine(block: BlockRef, mined: readonly OwnPayment[]) {
      blocks.set(block.number, { ...block, payments: mined });
    },
    connect: (block: BlockRef) =>
      transaction(rig.database, (tx) =>
        rig.deposits.blockConnected(tx, {
          chain: chain.name,
          block,
          payments: blocks.get(block.number)?.payments ?? [],
        }),
      ),
    disconnect: (block: BlockRef) =>
      transaction(rig.database, (tx) =>
        rig.deposits.blockDisconnected(tx, { chain: chain.name, block }),
      ),
    /** Moves the head until the block has these confirmations. */
    async confirm({ number, hash }: BlockRef, confirmations: number): Promise<void> {
      const head = number + confirmations - 1;
      await rig.deposits.headMoved(chain.name, {
        number: head,
        hash: head === number ? hash : `${chain.name} head ${head}`,
      });
    },
    async phases() {
      const { rows } = await rig.database.execute<{ phase: string }>(sql`
        select phase from deposits where chain = ${chain.name} order by id`);
      return rows.map(({ phase }) => phase);
    },
    available: () => payments.map(({ userId }) => rig.balance(userId).available),
  };
}

const BLOCK = { number: 100, hash: 'first block' };
const expectConsistent = async () => expect(await wallet.rig.faults()).toEqual([]);

test('a deposit that was taken over as credited stays without a fault when another block has it', async () => {
  const one = await paid(5n * COIN);
  one.mine(BLOCK, one.payments);
  await one.connect(BLOCK);
  await one.confirm(BLOCK, 2);
  // The migration that began the comparison left this of a deposit that was credited before it.
  await wallet.rig.database.execute(
    sql.raw(
      withoutTriggers(
        'deposit_proofs',
        `update deposit_proofs set kind = 'taken_over' where chain = '${one.chain}'`,
      ),
    ),
  );
  await expectConsistent();
  // The blocks of a fork that was too deep are read again, and no report has taken back the old ones.
  const later = { number: 101, hash: 'later block' };
  one.mine(later, one.payments);
  await one.connect(later);
  await one.confirm(later, 1);
  expect(await one.phases()).toEqual(['credited']);
  await expectConsistent();

  await one.confirm(later, 3);
  expect(await one.phases()).toEqual(['settled']);
  expect(one.available()).toEqual([5n * COIN]);
  await expectConsistent();
});

test('a settled deposit that the repair of a deep fork finds in another block is compared again', async () => {
  const one = await paid(5n * COIN);
  one.mine(BLOCK, one.payments);
  await one.connect(BLOCK);
  await one.confirm(BLOCK, 2);
  await one.confirm(BLOCK, 3);
  expect(await one.phases()).toEqual(['settled']);
  const later = { number: 102, hash: 'block after the repair' };
  one.mine(later, one.payments);
  await one.connect(later);
  await one.confirm(later, 1);

  expect(await one.phases()).toEqual(['settled']);
  expect(one.available()).toEqual([5n * COIN]);
  await expectConsistent();
});

test('two payments of a transaction that change places in a reorganization are credited and settled', async () => {
  const { caps } = wallet.rig;
  const { total } = caps;
  const two = await paid(5n * COIN, 7n * COIN);
  two.mine(BLOCK, two.payments);
  await two.connect(BLOCK);
  // Both are compared for a credit that the cap refuses, so that a reorganization may replace them.
  caps.total = 0n;
  await two.confirm(BLOCK, 2);
  caps.total = total;
  expect(await two.phases()).toEqual(['confirming', 'confirming']);
  await two.disconnect(BLOCK);
  const other = { number: 100, hash: 'other block' };
  two.mine(
    other,
    two.payments.map((payment) => ({ ...payment, outputIndex: 1 - payment.outputIndex })),
  );
  await two.connect(other);
  await two.confirm(other, 2);
  expect(await two.phases()).toEqual(['reversed', 'reversed', 'credited', 'credited']);
  await expectConsistent();

  await two.confirm(other, 3);
  expect(await two.phases()).toEqual(['reversed', 'reversed', 'settled', 'settled']);
  expect(two.available()).toEqual([5n * COIN, 7n * COIN]);
  await expectConsistent();
});
